#include "analysis/compare/shared_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace beagle::compare {

SharedNames::SharedNames(logic::TermManager& terms, UnknownMemory& memory, const ir::Program& base,
                         const ir::Program& head, std::set<std::string> apart)
    : terms_(terms), memory_(memory), constantNames_(base, head), apart_(std::move(apart)) {
  base_.program = &base;
  head_.program = &head;
  for (Version* version : {&base_, &head_}) {
    const auto functions = version->program->functions();
    for (ir::FunctionIndex i = 0; i < functions.size(); ++i) version->functions[functions[i].name] = i;
    const auto globals = version->program->globals();
    for (ir::GlobalIndex i = 0; i < globals.size(); ++i) version->globals[globals[i].name] = i;
  }
}

/// What a constant that only its unit knows consists of: such are numbered, and the numbers move.
std::string SharedNames::contentsOf(bool isBase, const ir::Global& global) {
  const Version& version = this->version(isBase);
  std::string text = fmt::format("{}:{}:{:02x}", global.size, global.alignment, fmt::join(global.bytes, ""));
  for (const ir::Relocation& at : global.relocations) {
    std::string target = "?";
    if (at.isFunction) target = "f " + version.program->functions()[at.target].name;
    else if (&version.program->globals()[at.target] != &global) target = "g " + nameOf(isBase, at.target);
    text += fmt::format("+{}:{}:{}{:+}", at.offset, at.size, target, at.addend);
  }
  for (const auto& [from, to] : global.uninitialised) text += fmt::format("?{}-{}", from, to);
  return text;
}

std::string SharedNames::nameOf(bool isBase, ir::GlobalIndex index) {
  Version& version = this->version(isBase);
  const auto known = version.globalNames.find(index);
  if (known != version.globalNames.end()) return known->second;
  const ir::Global& global = version.program->globals()[index];
  using By = ConstantNames::By;
  const By by = constantNames_.of(isBase, index);
  if (by == By::Name) return version.globalNames[index] = global.name;
  const auto [own, isNew] = version.beingNamed.try_emplace(index, version.beingNamed.size());
  const std::size_t number = own->second;
  if (!isNew) {
    cycleFrom_ = std::min(cycleFrom_, number);
    return global.name;
  }
  const std::size_t outside = std::exchange(cycleFrom_, ~std::size_t{0});
  std::string name = "=" + contentsOf(isBase, global);
  version.beingNamed.erase(index);
  if (cycleFrom_ <= number) name = global.name;
  else if (by == By::NameContents) name += "#" + global.name;
  else if (by == By::Renamed) name += "#";
  cycleFrom_ = std::min(outside, cycleFrom_ < number ? cycleFrom_ : ~std::size_t{0});
  return version.globalNames[index] = name;
}

Term SharedNames::addressOf(bool isBase, const ir::Constant& constant) {
  if (constant.kind == ir::Constant::Kind::Function) {
    use(isBase, constant);
    const Term start = functionTerm(isBase, constant.index);
    return terms_.binary(logic::Op::Add, start, terms_.constant(64, constant.bits));
  }
  const std::string name = nameOf(isBase, constant.index);
  const ir::Global& global = version(isBase).program->globals()[constant.index];
  const Term start = terms_.variable("&" + name, logic::Sort::bits(64));
  memory_.addObject(start);
  if (global.isDefined && global.size > 0) sizes_[start] = global.size;
  if (global.isDefined && global.isConstant && global.unsupported.empty()) constants_[start] = {isBase, &global};
  use(isBase, constant);
  return terms_.binary(logic::Op::Add, start, terms_.constant(64, constant.bits));
}

std::optional<Term> SharedNames::constantAt(Term object, std::uint64_t offset, std::uint32_t bytes) {
  const auto known = constants_.find(object);
  if (known == constants_.end() || bytes > 8) return {};
  const auto [isBase, global] = known->second;
  if (offset > global->size || bytes > global->size - offset) return {};
  const std::uint64_t end = offset + bytes;
  for (const auto& [from, to] : global->uninitialised)
    if (from < end && offset < to) return {};
  for (const ir::Relocation& at : global->relocations) {
    if (at.offset >= end || at.offset + at.size <= offset) continue;
    if (at.offset != offset || at.size != bytes || bytes != 8) return {};
    ir::Constant target;
    target.kind = at.isFunction ? ir::Constant::Kind::Function : ir::Constant::Kind::Global;
    target.index = at.target;
    target.bits = static_cast<std::uint64_t>(at.addend);
    return addressOf(isBase, target);
  }
  std::uint64_t bits = 0;
  for (std::uint64_t at = end; at-- > offset;) bits = bits << 8U | (at < global->bytes.size() ? global->bytes[at] : 0U);
  return terms_.constant(8 * bytes, bits);
}

Term SharedNames::functionTerm(bool isBase, ir::FunctionIndex index) {
  Version& version = this->version(isBase);
  const Term term = terms_.variable("&" + version.program->functions()[index].name + "()", logic::Sort::bits(64));
  memory_.addObject(term);
  version.functionTerms[term] = index;
  return term;
}

std::optional<ir::FunctionIndex> SharedNames::functionAt(bool isBase, Term address) const {
  const Version& version = isBase ? base_ : head_;
  const auto known = version.functionTerms.find(address);
  if (known == version.functionTerms.end()) return {};
  return known->second;
}

std::optional<std::uint64_t> SharedNames::sizeOf(Term object) const {
  const auto known = sizes_.find(object);
  if (known == sizes_.end()) return {};
  return known->second;
}

void SharedNames::begin() {
  used_.clear();
  now_ = {};
}

void SharedNames::use(bool isBase, const ir::Constant& constant) {
  const bool isFunction = constant.kind == ir::Constant::Kind::Function;
  const std::uint64_t key = std::uint64_t{constant.index} << 2 | (isFunction ? 2U : 0U) | (isBase ? 1U : 0U);
  if (!used_.insert(key).second) return;
  auto known = supports_.find(key);
  if (known == supports_.end()) known = supports_.emplace(key, supportOf(isBase, constant)).first;
  now_.addressed.insert(known->second.addressed.begin(), known->second.addressed.end());
  if (now_.obstacle.empty()) now_.obstacle = known->second.obstacle;
}

void SharedNames::addFunction(const std::string& name, Support& support) const {
  const auto base = base_.functions.find(name);
  const auto head = head_.functions.find(name);
  if (base == base_.functions.end() || head == head_.functions.end()) return; // of one version only: never the same
  support.addressed.emplace(base->second, head->second);
}

/// The same name is the same thing only if it begins with the same contents, all that it leads to included.
SharedNames::Support SharedNames::supportOf(bool isBase, const ir::Constant& constant) {
  const ir::Program& program = *version(isBase).program;
  Support support;
  if (constant.kind == ir::Constant::Kind::Function) {
    addFunction(program.functions()[constant.index].name, support);
    return support;
  }
  std::set<std::string> seen;
  std::vector<ir::GlobalIndex> waiting{constant.index};
  while (!waiting.empty()) {
    const ir::GlobalIndex next = waiting.back();
    waiting.pop_back();
    const std::string name = nameOf(isBase, next);
    if (!seen.insert(name).second) continue;
    if (!name.starts_with("=") && support.obstacle.empty()) support.obstacle = obstacleOf(name);
    for (const ir::Relocation& at : program.globals()[next].relocations) {
      if (at.isFunction) addFunction(program.functions()[at.target].name, support);
      else waiting.push_back(at.target);
    }
  }
  return support;
}

const std::string& SharedNames::obstacleOf(const std::string& name) {
  const auto [known, isNew] = obstacles_.try_emplace(name);
  if (isNew) known->second = compareGlobals(name);
  return known->second;
}

std::string SharedNames::compareGlobals(const std::string& name) {
  const auto inBase = base_.globals.find(name);
  const auto inHead = head_.globals.find(name);
  if (inBase == base_.globals.end() || inHead == head_.globals.end()) return {}; // of one version only: never the same
  if (apart_.contains(name)) return fmt::format("start-up makes something else of {}", name);
  const ir::Global& base = base_.program->globals()[inBase->second];
  const ir::Global& head = head_.program->globals()[inHead->second];
  const bool isSame = base.isDefined == head.isDefined && base.size == head.size &&
                      base.isConstant == head.isConstant && base.isThreadLocal == head.isThreadLocal &&
                      base.unsupported.empty() && head.unsupported.empty() &&
                      contentsOf(true, base) == contentsOf(false, head);
  return isSame ? "" : fmt::format("{} begins with other contents", name);
}

} // namespace beagle::compare
