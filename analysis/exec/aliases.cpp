// Input pointers that may lead to the same object: asked when it matters, and not before.

#include "analysis/exec/machine.h"

#include <algorithm>

namespace beagle::exec {

namespace {

constexpr std::string_view notThatPlace =
    "a pointer of the input leads elsewhere than to a place that it is compared with";

Value to(const Value& pointer, ObjectId object) {
  return {pointer.bits, pointer.term, object << 2 | (pointer.tag & 3)};
}

} // namespace

/// What the current instruction has learned of it.
ObjectId Machine::aliasOf(ObjectId id) const {
  const auto known = std::ranges::find(aliases_, id, &std::pair<ObjectId, ObjectId>::first);
  return known == aliases_.end() ? id : known->second;
}

void Machine::learnAlias(ObjectId id, ObjectId other) {
  aliases_.emplace_back(id, other);
  hasLearned_ = true;
}

/// When it holds; what the path has ruled out needs no solver. It is asked all the same: an instruction that is
/// executed again asks the same questions.
Term Machine::possible(const AliasChoice& alias) const {
  if (state_->path.contains(terms.logicalNot(alias.variable))) return terms.truth(false);
  return terms.logicalAnd(alias.holds, alias.agrees);
}

/// When it does not hold.
Term Machine::ruledOut(const AliasChoice& alias) const {
  return terms.logicalAnd(terms.logicalNot(alias.variable), alias.agrees);
}

/// Of which class an object of the input is, before anybody looks at it. False: the run has to ask.
bool Machine::settleClass(ObjectId id) {
  const ObjectId of = aliasOf(id);
  if (state_->memory.exists(of) ? !object(of).mayBeOfClasses : !inputAt(*state_, of)) return true;
  if (surroundings_.knownAlias(*state_, of) != 0) return true;
  const std::vector<Term> classes = surroundings_.classes(*state_, of);
  if (classes.empty()) return true;
  const auto chosen = choose(ChoiceKind::Alias, classes);
  if (!chosen) return false;
  surroundings_.settleClass(*state_, of, *chosen);
  classed_.push_back(of);
  hasLearned_ = true;
  return true;
}

std::optional<Value> Machine::resolved(const Value& pointer) {
  if (!settleClass(pointer.object())) return {};
  if (state_->changed.empty() && state_->aliases.empty()) return pointer;
  const ObjectId id = aliasOf(pointer.object());
  if (id != pointer.object()) return to(pointer, id);
  const bool exists = state_->memory.exists(id);
  if (exists ? !object(id).mayHaveAlias : !inputAt(*state_, id)) return pointer;
  if (!exists) surroundings_.settleView(*state_, id); // before anything is asked, which goes by it
  if (const ObjectId other = surroundings_.knownAlias(*state_, id); other != 0) {
    // What is asked of both is asked of the one that has the memory when they are joined.
    const auto one = inputAt(*state_, id), two = inputAt(*state_, other);
    const bool isWritten = state_->memory.exists(other) && object(other).isChanged;
    if (one && two && one->pointer < two->pointer && !isWritten) {
      learnAlias(other, id);
      return pointer;
    }
    learnAlias(id, other);
    return to(pointer, other);
  }
  const std::size_t count = state_->changed.size();
  const std::size_t known = exists ? object(id).aliasesKnown : 0;
  if (known == count) return pointer;
  std::vector<Term> alternatives;
  std::vector<ObjectId> others;
  Term none = terms.truth(true);
  for (std::size_t i = known; i < count; ++i) {
    const ObjectId other = state_->changed[i];
    const auto alias = other == id ? std::nullopt : surroundings_.alias(*state_, id, other, AliasAsked::Access);
    if (!alias) continue;
    if (terms.isFalse(alias->holds)) {
      const auto isElsewhere = assume(ruledOut(*alias));
      if (!isElsewhere) return {};
      if (*isElsewhere) continue;
      end(EndKind::OutOfBound, "more pointers lead to one place than are tried");
      return {};
    }
    alternatives.push_back(possible(*alias));
    others.push_back(other);
    none = terms.logicalAnd(none, ruledOut(*alias));
  }
  if (!others.empty()) {
    alternatives.push_back(none);
    const auto choice = choose(ChoiceKind::Alias, alternatives);
    if (!choice) return {};
    if (*choice < others.size()) {
      learnAlias(id, others[*choice]);
      return to(pointer, others[*choice]);
    }
  }
  aliasesKnown_.emplace_back(id, static_cast<std::uint32_t>(count));
  hasLearned_ = true;
  return pointer;
}

std::optional<bool> Machine::isSameObject(const Value& a, const Value& b) {
  const ObjectId one = aliasOf(a.object());
  const ObjectId other = aliasOf(b.object());
  if (one == other) return true;
  if (one == 0 || other == 0 || (!inputAt(*state_, one) && !inputAt(*state_, other))) return false;
  if (inputAt(*state_, one) && inputAt(*state_, other) && (!settleClass(one) || !settleClass(other))) return {};
  const auto alias = surroundings_.alias(*state_, one, other, AliasAsked::Comparison);
  if (!alias) {
    // A pointer of the input is not taken to lead to a part of something, nor to a variable. Where nodes of a container
    // lead is known.
    const auto first = inputAt(*state_, one), second = inputAt(*state_, other);
    const bool haveInput = first && second;
    const bool isOfContainer = (first && first->within != 0) || (second && second->within != 0);
    const bool isPart = haveInput && (a.isSymbolic() ? 0 : a.bits) != (b.isSymbolic() ? 0 : b.bits);
    const bool isVariable = !haveInput && std::min(one, other) <= program_.globals().size();
    if (isRunning_ && !isOfContainer && (isPart || isVariable)) approximate(std::string(notThatPlace));
    return false;
  }
  if (terms.isFalse(alias->holds)) {
    const auto isElsewhere = assume(ruledOut(*alias));
    if (!isElsewhere) return {};
    if (*isElsewhere) return false;
    end(EndKind::OutOfBound, "more pointers lead to one place than are tried");
    return {};
  }
  const std::array<Term, 2> sides = {possible(*alias), ruledOut(*alias)};
  const auto side = choose(ChoiceKind::Alias, sides);
  if (!side) return {};
  if (*side == 0) learnAlias(one, other);
  return *side == 0;
}

std::optional<ir::FunctionIndex> Machine::functionOfInput(const Value& pointer) {
  const ObjectId id = aliasOf(pointer.object());
  if (const auto function = functionOf(id)) return *function;
  if (const ObjectId known = surroundings_.knownAlias(*state_, id); known != 0) {
    learnAlias(id, known);
    return functionOf(known);
  }
  std::vector<Term> alternatives;
  std::vector<ir::FunctionIndex> functions;
  Term none = terms.truth(true);
  const Callees callees = surroundings_.callees(*state_, id);
  for (const ir::FunctionIndex function : callees.functions) {
    const auto alias = surroundings_.alias(*state_, id, functionObject(function), AliasAsked::Access);
    if (!alias) continue;
    if (callees.areAll) {
      const auto isIt = assume(possible(*alias));
      if (!isIt) return {};
      if (!*isIt) continue;
      learnAlias(id, functionObject(function));
      return function;
    }
    alternatives.push_back(terms.logicalAnd(none, possible(*alias)));
    functions.push_back(function);
    none = terms.logicalAnd(none, ruledOut(*alias));
  }
  if (functions.empty()) return isOutside(callees) ? std::optional(ir::none) : std::nullopt;
  alternatives.push_back(callees.isOutside ? terms.logicalAnd(none, callees.isOutside) : none);
  const auto choice = choose(ChoiceKind::Alias, alternatives);
  if (!choice) return {};
  if (*choice == functions.size()) return ir::none;
  learnAlias(id, functionObject(functions[*choice]));
  return functions[*choice];
}

/// False: it is one that is not tried, or the run has to ask.
bool Machine::isOutside(const Callees& callees) {
  const auto isIt = callees.isOutside ? assume(callees.isOutside) : true;
  return isIt && (*isIt || end(EndKind::OutOfBound, "a function pointer is not tried as all functions of its type"));
}

void Machine::noteChange(ObjectId id) {
  if (!object(id).mayHaveAlias || object(id).isChanged) return;
  ownObject(id).isChanged = true;
  state_->changed.push(id);
  changing_.push_back(id);
  hasLearned_ = true;
}

/// The instruction stops to ask, and is executed again as if for the first time.
void Machine::takeBackChanges() {
  for (; !changing_.empty(); changing_.pop_back()) {
    ownObject(changing_.back()).isChanged = false;
    state_->changed.pop();
  }
  for (; !classed_.empty(); classed_.pop_back()) surroundings_.settleClass(*state_, classed_.back(), {});
  for (; !extended_.empty(); extended_.pop_back())
    ownObject(extended_.back().first).contents = std::move(extended_.back().second);
}

/// What the instruction that is now done has learned.
void Machine::settle() {
  hasLearned_ = false;
  for (const ObjectId id : notNull_) setNotNull(*state_, id);
  for (const auto& [id, count] : aliasesKnown_)
    if (state_->memory.exists(id)) ownObject(id).aliasesKnown = count;
  for (const ObjectId id : bounded_)
    if (state_->memory.exists(id)) ownObject(id).isBounded = true;
  for (const ObjectId id : large_)
    if (state_->memory.exists(id)) ownObject(id).isLarge = true;
  for (const auto& [id, other] : aliases_) surroundings_.join(*state_, id, other);
  for (const auto& [container, elements] : counts_) surroundings_.settle(*state_, container, elements);
  if (!aliases_.empty() || !notNull_.empty() || !counts_.empty()) forgetCache();
  forgetLearned();
}

void Machine::forgetLearned() {
  notNull_.clear();
  aliases_.clear();
  aliasesKnown_.clear();
  bounded_.clear();
  large_.clear();
  counts_.clear();
  changing_.clear();
  classed_.clear();
  extended_.clear();
  hasLearned_ = false;
}

} // namespace beagle::exec
