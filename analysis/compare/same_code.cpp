#include "analysis/compare/same_code.h"

#include <algorithm>

namespace beagle::compare {

namespace {

bool sameInstruction(const ir::Instruction& a, const ir::Instruction& b) {
  return a.op == b.op && a.width == b.width && a.extra == b.extra && a.d == b.d && a.a == b.a && a.b == b.b &&
         a.c == b.c;
}

bool sameArgument(const ir::CallArgument& a, const ir::CallArgument& b) {
  return a.slot == b.slot && a.type == b.type && a.byvalSize == b.byvalSize;
}

bool sameParameter(const ir::Parameter& a, const ir::Parameter& b) {
  return a.slot == b.slot && a.type == b.type && a.byvalSize == b.byvalSize && a.isStructResult == b.isStructResult;
}

bool samePad(const ir::LandingPad& a, const ir::LandingPad& b) {
  return a.isCleanup == b.isCleanup && std::ranges::equal(a.clauses, b.clauses, [](const auto& x, const auto& y) {
           return x.isFilter == y.isFilter && x.types == y.types;
         });
}

bool sameTables(const ir::Function& a, const ir::Function& b) {
  return a.slots == b.slots && a.isVariadic == b.isVariadic && a.results == b.results && a.operands == b.operands &&
         a.notes == b.notes && std::ranges::equal(a.code, b.code, sameInstruction) &&
         std::ranges::equal(a.parameters, b.parameters, sameParameter) &&
         std::ranges::equal(a.landingPads, b.landingPads, samePad) &&
         std::ranges::equal(a.blocks, b.blocks,
                            [](const auto& x, const auto& y) { return x.first == y.first && x.count == y.count; }) &&
         std::ranges::equal(a.switches, b.switches, [](const auto& x, const auto& y) {
           return x.otherwise == y.otherwise && x.cases == y.cases;
         });
}

bool sameConstant(SharedNames& names, const ir::Constant& a, const ir::Constant& b) {
  if (a.kind != b.kind || !(a.type == b.type)) return false;
  const bool isAddress = a.kind == ir::Constant::Kind::Global || a.kind == ir::Constant::Kind::Function;
  if (isAddress) return names.addressOf(true, a) == names.addressOf(false, b);
  return a.bits == b.bits && a.words == b.words && a.index == b.index;
}

} // namespace

SameCode sameCode(SharedNames& names, const ir::Program& base, ir::FunctionIndex old, const ir::Program& head,
                  ir::FunctionIndex now) {
  SameCode result;
  const ir::Function& a = base.body(old);
  const ir::Function& b = head.body(now);
  if (!sameTables(a, b)) return result;
  if (!std::ranges::equal(a.constants, b.constants,
                          [&](const auto& x, const auto& y) { return sameConstant(names, x, y); }))
    return result;
  if (a.calls.size() != b.calls.size()) return result;
  for (std::size_t i = 0; i < a.calls.size(); ++i) {
    const ir::CallSite& x = a.calls[i];
    const ir::CallSite& y = b.calls[i];
    if (x.normal != y.normal || x.unwind != y.unwind || x.results != y.results || x.isVariadic != y.isVariadic ||
        x.fixedArguments != y.fixedArguments || (x.function == ir::none) != (y.function == ir::none) ||
        !std::ranges::equal(x.arguments, y.arguments, sameArgument))
      return result;
    if (x.function == ir::none) {
      if (x.pointer != y.pointer) return result;
      result.callsUnknown = true;
      continue;
    }
    if (base.functions()[x.function].name != head.functions()[y.function].name) return result;
    result.called.emplace(x.function, y.function);
  }
  result.isSame = true;
  return result;
}

} // namespace beagle::compare
