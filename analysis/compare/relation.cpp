#include "analysis/compare/relation.h"

#include "analysis/compare/memory_shape.h"
#include "analysis/exec/unwritten.h"
#include "analysis/logic/substitute.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace beagle::compare {

using exec::Ending;
using exec::EndKind;
using exec::Observed;

Term Relation::assume(logic::TermManager& terms, const OutcomePair& /*pair*/) const { return terms.truth(true); }

namespace {

/// The calls of functions without code, one after the other; a difference is that of the first that differs.
std::vector<Part> sameCalls(logic::TermManager& terms, MemoryShape& shape, const exec::Outcome& base,
                            const exec::Outcome& head) {
  std::map<std::string, Term> holds;
  const std::size_t count = std::max(base.calls.size(), head.calls.size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool isBoth = i < base.calls.size() && i < head.calls.size();
    const std::string& name = i < head.calls.size() ? head.calls[i]->function : base.calls[i]->function;
    const Term same = isBoth ? shape.sameCall(*base.calls[i], *head.calls[i]) : terms.truth(false);
    const auto [part, isNew] = holds.try_emplace(name + "()", terms.truth(true));
    part->second = terms.logicalAnd(part->second, same);
    if (isBoth && base.calls[i]->function != head.calls[i]->function) break; // what follows is out of step
  }
  std::vector<Part> parts;
  for (const auto& [name, holdsFor] : holds) parts.push_back({name, holdsFor});
  return parts;
}

/// Of one type. What stands in the object counts, too.
Term sameException(logic::TermManager& terms, MemoryShape& shape, const Ending& base, const Ending& head) {
  const Term same = shape.same(base.code, head.code, base.codeType);
  if (!base.what || !head.what)
    return terms.logicalAnd(same, terms.truth(base.what.has_value() == head.what.has_value()));
  return terms.logicalAnd(same, exec::sameMessage(terms, *base.what, *head.what));
}

Term sameText(logic::TermManager& terms, const std::vector<Term>& base, const std::vector<Term>& head) {
  if (base.size() != head.size()) return terms.truth(false);
  Term result = terms.truth(true);
  for (std::size_t i = 0; i < base.size(); ++i) result = terms.logicalAnd(result, terms.equal(base[i], head[i]));
  return result;
}

bool isUndefined(const Ending& ending) {
  return ending.kind == EndKind::MemoryError || ending.kind == EndKind::DivisionByZero;
}

std::vector<Part> sameGone(logic::TermManager& terms, const exec::Outcome& base, const exec::Outcome& head) {
  std::vector<Part> parts;
  const auto addMissing = [&](const exec::Outcome& from, const exec::Outcome& other) {
    for (const exec::GoneInput& gone : from.gone)
      if (std::ranges::find(other.gone, gone.path, &exec::GoneInput::path) == other.gone.end())
        parts.push_back({freedPart(gone.path), terms.logicalNot(gone.exists)});
  };
  addMissing(base, head);
  addMissing(head, base);
  return parts;
}

/// That head has as much memory there as base, where both have some.
Term hasRoomOf(logic::TermManager& terms, const Observed& base, const Observed& head) {
  const auto sizeOf = [&](const Observed& room) {
    return room.value.isSymbolic() ? room.value.asTerm() : terms.constant(64, room.value.bits);
  };
  Term there = terms.truth(true);
  for (const Term exists : {base.exists, head.exists})
    if (exists) there = terms.logicalAnd(there, exists);
  return terms.implies(there, terms.binary(logic::Op::ULessEqual, sizeOf(base), sizeOf(head)));
}

/// That head's values are defined where base's are. Faults that both versions have alike do not count.
Term staysDefined(logic::TermManager& terms, const OutcomePair& pair, const Relation& relation) {
  std::set<std::uint32_t> known;
  pair.baseState.faults.forEach([&](const exec::PossibleFault& fault) { known.insert(fault.condition.id()); });
  Term introduced = terms.truth(false);
  pair.headState.faults.forEach([&](const exec::PossibleFault& fault) {
    if (relation.counts(fault.fault) && !known.contains(fault.condition.id()))
      introduced = terms.logicalOr(introduced, fault.condition);
  });
  if (terms.isFalse(introduced)) return terms.truth(true);
  return terms.implies(introduced, relation.undefinedWhen(terms, pair.baseState));
}

/// The condition when what was never written is zero, and something else where another value than that is
/// meant (see Machine::noteUse); or the other way around. Something else is the largest number, without or
/// with a sign.
Term withUnwritten(logic::TermManager& terms, Term condition, bool zeroFirst, bool isSigned) {
  logic::Substitution substitution(terms);
  for (const std::uint32_t number : terms.support(condition)) {
    const Term variable = terms.variableAt(number);
    const std::string_view name = terms.name(variable);
    if (!name.starts_with(exec::unwrittenPrefix)) continue;
    const logic::Sort sort = terms.sort(variable);
    if (sort.isArray()) continue; // left free
    const bool isZero = zeroFirst != name.ends_with("!other");
    const logic::BitVector zero(sort.isBool() ? 1 : sort.width);
    const logic::BitVector largest = isSigned ? (~zero).lshr(1) : ~zero;
    substitution.replace(variable, sort.isBool() ? terms.truth(!isZero) : terms.constant(isZero ? zero : largest));
  }
  return substitution.apply(condition);
}

template <class Counts> Term anyFault(logic::TermManager& terms, const State& state, Counts counts) {
  Term result = terms.truth(false);
  state.faults.forEach([&](const exec::PossibleFault& fault) {
    if (!counts(fault.fault)) return;
    result = terms.logicalOr(result, fault.condition);
    for (const bool zeroFirst : {false, true})
      for (const bool isSigned : {false, true})
        result = terms.logicalOr(result, withUnwritten(terms, fault.condition, zeroFirst, isSigned));
  });
  return result;
}

} // namespace

bool isCall(std::string_view part) {
  return part.ends_with("()") && !part.ends_with(".size()") &&
         !part.ends_with(".data()"); // of the C++ library's objects
}

std::string freedPart(const std::string& path) { return path + " is freed"; }

Term Relation::undefinedWhen(logic::TermManager& terms, const State& state) const {
  return anyFault(terms, state, [&](exec::ValueFault fault) { return counts(fault); });
}

EqualityOptions::Faults EqualityOptions::of(exec::ValueFault fault) const {
  switch (fault) {
  case exec::ValueFault::SignedOverflow: return overflow;
  case exec::ValueFault::OversizedShift: return shift;
  case exec::ValueFault::UninitialisedUse: return uninitialised;
  default: return Faults::Compare;
  }
}

std::vector<std::string> Equality::assumptions() const {
  using Faults = EqualityOptions::Faults;
  std::vector<std::string> all;
  if (options_.overflow == Faults::Ignore) all.emplace_back("signed integers wrap around");
  if (options_.overflow == Faults::Exclude) all.emplace_back("no signed integer overflows");
  if (options_.shift == Faults::Exclude) all.emplace_back("nothing is shifted by more bits than it has");
  if (options_.uninitialised == Faults::Exclude) all.emplace_back("nothing is read before it is written");
  if (options_.floatDigits > 0)
    all.push_back(fmt::format("{} significant digits of floating-point results count", options_.floatDigits));
  if (options_.mask.addresses) all.emplace_back("addresses in texts do not count");
  if (options_.mask.times) all.emplace_back("times in texts do not count");
  return all;
}

Term Equality::assume(logic::TermManager& terms, const OutcomePair& pair) const {
  const auto isExcluded = [&](exec::ValueFault fault) {
    return options_.of(fault) == EqualityOptions::Faults::Exclude;
  };
  return terms.logicalNot(
      terms.logicalOr(anyFault(terms, pair.baseState, isExcluded), anyFault(terms, pair.headState, isExcluded)));
}

std::vector<Part> Equality::relate(logic::TermManager& terms, const OutcomePair& pair) const {
  std::vector<Part> parts;
  if (!isSameKind(pair.base.ending, pair.head.ending)) {
    parts.push_back({"ending", terms.truth(false)});
    return parts;
  }
  MemoryShape shape(terms, pair, options_.floatDigits);
  if (pair.base.ending.kind == EndKind::Exited)
    parts.push_back(
        {"exit status", shape.same(pair.base.ending.code, pair.head.ending.code, {ir::ScalarKind::Integer, 0, 32})});
  if (pair.base.ending.kind == EndKind::Jumped)
    parts.push_back(
        {"longjmp value", shape.same(pair.base.ending.code, pair.head.ending.code, pair.base.ending.codeType)});
  if (pair.base.ending.kind == EndKind::Thrown)
    parts.push_back({"exception", sameException(terms, shape, pair.base.ending, pair.head.ending)});
  Term sameMade = terms.truth(true);
  std::map<std::string_view, const Observed*> head;
  for (const Observed& observed : pair.head.values) head[observed.path] = &observed;
  for (const Observed& observed : pair.base.values) {
    if (observed.isUntouched) continue;
    const auto found = head.find(observed.path);
    if (found == head.end()) continue; // a field or global that only one version has is no difference by itself
    const Observed& other = *found->second;
    const Term holds = observed.isRoom ? hasRoomOf(terms, observed, other) : shape.same(observed, other);
    if (observed.isMade) sameMade = terms.logicalAnd(sameMade, holds);
    parts.push_back({observed.path, holds});
  }
  for (Part& part : sameGone(terms, pair.base, pair.head)) parts.push_back(std::move(part));
  for (Part& part : sameCalls(terms, shape, pair.base, pair.head)) parts.push_back(std::move(part));
  // Of what the runs made themselves, it says only what none of the paths has said.
  if (leavesMemory(pair.base.ending.kind))
    parts.push_back({std::string(madeMemory), terms.implies(sameMade, shape.rest())});
  const auto same = [&](const std::vector<Term>& one, const std::vector<Term>& other) {
    return sameText(terms, masked(terms, one, options_.mask), masked(terms, other, options_.mask));
  };
  parts.push_back({"output", same(pair.base.output, pair.head.output)});
  parts.push_back({"error output", same(pair.base.errors, pair.head.errors)});
  if (options_.comparesLeaks && pair.base.ending.kind == EndKind::Returned)
    parts.push_back({std::string(leakedMemory), terms.truth(pair.head.leaked.size() == pair.base.leaked.size())});
  parts.push_back({"other streams", terms.truth(pair.base.otherStreams == pair.head.otherStreams)});
  if (!isUndefined(pair.base.ending)) parts.push_back({"undefined behaviour", staysDefined(terms, pair, *this)});
  std::erase_if(parts, [&](const Part& part) { return terms.isTrue(part.holds); });
  return parts;
}

} // namespace beagle::compare
