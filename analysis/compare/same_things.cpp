#include "analysis/compare/same_things.h"

#include <algorithm>

namespace beagle::compare {

namespace {

using Pair = AlikeTogether::Pair;

bool lookSame(const ir::SourceType& old, const ir::SourceType& now) {
  const auto sameMember = [](const auto& a, const auto& b) {
    return a.name == b.name && a.offset == b.offset && a.bitOffset == b.bitOffset && a.bitSize == b.bitSize &&
           a.isBase == b.isBase;
  };
  return old.kind == now.kind && old.name == now.name && old.size == now.size && old.isSigned == now.isSigned &&
         old.isConst == now.isConst && old.isRestrict == now.isRestrict && old.identifier == now.identifier &&
         old.isVariadic == now.isVariadic && old.count == now.count && old.enumerators == now.enumerators &&
         (old.element == ir::none) == (now.element == ir::none) && old.arguments.size() == now.arguments.size() &&
         old.parameters.size() == now.parameters.size() && std::ranges::equal(old.members, now.members, sameMember);
}

bool lookSame(const ir::Global& old, const ir::Global& now) {
  const auto sameRelocation = [](const ir::Relocation& a, const ir::Relocation& b) {
    return a.offset == b.offset && a.size == b.size && a.isFunction == b.isFunction && a.addend == b.addend;
  };
  return old.size == now.size && old.alignment == now.alignment && old.isConstant == now.isConstant &&
         old.isThreadLocal == now.isThreadLocal && old.isDefined == now.isDefined &&
         old.isWeakReference == now.isWeakReference && old.bytes == now.bytes &&
         old.uninitialised == now.uninitialised && old.unsupported == now.unsupported &&
         std::ranges::equal(old.relocations, now.relocations, sameRelocation);
}

} // namespace

SameThings::SameThings(Version base, Version head)
    : base_(base), head_(head), names_(base.program, head.program),
      start_(startDifference(base.program, head.program)) {}

bool SameThings::types(ir::TypeIndex old, ir::TypeIndex now) {
  if (old == ir::none || now == ir::none) return old == now;
  return types_.areSame({old, now}, [&](Pair pair, auto&& leadsTo) {
    const ir::SourceType& a = base_.types.type(pair.first);
    const ir::SourceType& b = head_.types.type(pair.second);
    if (!lookSame(a, b)) return false;
    bool isSame = true;
    const auto follow = [&](ir::TypeIndex one, ir::TypeIndex other) {
      if (one != ir::none && other != ir::none) leadsTo({one, other});
      else isSame = isSame && one == other;
    };
    follow(a.element, b.element);
    for (std::size_t i = 0; i < a.arguments.size(); ++i) follow(a.arguments[i], b.arguments[i]);
    for (std::size_t i = 0; i < a.parameters.size(); ++i) follow(a.parameters[i], b.parameters[i]);
    for (std::size_t i = 0; i < a.members.size(); ++i) follow(a.members[i].type, b.members[i].type);
    return isSame;
  });
}

bool SameThings::globals(ir::GlobalIndex old, ir::GlobalIndex now) {
  return globals_.areSame({old, now}, [&](Pair pair, auto&& leadsTo) {
    const ir::Global& a = base_.program.globals()[pair.first];
    const ir::Global& b = head_.program.globals()[pair.second];
    if (!lookSame(a, b) || !names_.areAlike(pair.first, pair.second) || start_.apart.contains(a.name)) return false;
    if (!types(base_.types.global(pair.first), head_.types.global(pair.second))) return false;
    for (std::size_t i = 0; i < a.relocations.size(); ++i) {
      const Pair targets{a.relocations[i].target, b.relocations[i].target};
      if (!a.relocations[i].isFunction) leadsTo(targets);
      else if (!functions(targets.first, targets.second)) return false;
    }
    return true;
  });
}

bool SameThings::functions(ir::FunctionIndex old, ir::FunctionIndex now) {
  const ir::FunctionInfo& a = base_.program.functions()[old];
  const ir::FunctionInfo& b = head_.program.functions()[now];
  return a.name == b.name && a.isDefined == b.isDefined && a.isRuntime == b.isRuntime &&
         a.isWeakReference == b.isWeakReference && (a.isDefined || interfaces(old, now));
}

bool SameThings::interfaces(ir::FunctionIndex old, ir::FunctionIndex now) {
  const ir::SourceFunction a = base_.types.function(old);
  const ir::SourceFunction b = head_.types.function(now);
  return a.isKnown == b.isKnown && a.isVariadic == b.isVariadic && types(a.result, b.result) &&
         std::ranges::equal(a.parameters, b.parameters,
                            [&](const auto& one, const auto& other) { return types(one.type, other.type); });
}

bool SameThings::constants(const ir::Constant& old, const ir::Constant& now) {
  if (old.kind != now.kind || !(old.type == now.type) || old.bits != now.bits || old.words != now.words) return false;
  switch (old.kind) {
  case ir::Constant::Kind::Global: return globals(old.index, now.index);
  case ir::Constant::Kind::Function: return functions(old.index, now.index);
  case ir::Constant::Kind::Bits:
  case ir::Constant::Kind::Uninitialised:
  case ir::Constant::Kind::Poison: return true;
  }
  return false;
}

bool SameThings::accesses(const ir::Access& old, const ir::Access& now) {
  return old == now && (old == ir::Access{} || types(base_.types.accessed(old), head_.types.accessed(now)));
}

} // namespace beagle::compare
