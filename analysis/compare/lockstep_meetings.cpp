// Where versions meet, and what they have in common there.

#include "analysis/compare/lockstep_proof.h"
#include "analysis/logic/substitute.h"

#include <algorithm>

namespace beagle::compare {

using logic::Op;
using logic::Sort;

namespace {

constexpr std::size_t mostMeetings = 5'000;
constexpr std::size_t mostMade = 64; ///< checks that are remembered from one meeting to the next

} // namespace

std::vector<LockstepProof::Holder> LockstepProof::holdersOf(const Pair& pair) {
  std::vector<Holder> holders;
  for (const bool isBase : {true, false}) {
    const Track& own = isBase ? pair.base : pair.head;
    for (std::uint32_t depth = 0; depth < own.state.frames.size(); ++depth) {
      const exec::Frame& frame = *own.state.frames[depth];
      const ir::Flow& flow = tracker(isBase).flow(*frame.function);
      const bool isTop = depth + 1 == own.state.frames.size();
      for (const ir::SlotIndex slot : isTop ? flow.liveBefore(frame.next) : flow.liveDuringCall(frame.next))
        holders.push_back({Holder::Kind::Slot, isBase, depth, slot});
    }
    for (std::uint32_t k = 0; k < own.gathered.size(); ++k) holders.push_back({Holder::Kind::Gathered, isBase, k, 0});
    holders.push_back({Holder::Kind::Memory, isBase, 0, 0});
    for (std::uint32_t k = 0; k < own.locals.size(); ++k)
      if (const LocalObject& local = own.locals[k]; local.isAlive && !local.isKnownOutside) {
        if (!local.hasCellsOnly || local.cells.empty()) holders.push_back({Holder::Kind::Local, isBase, k, 0});
        if (local.hasCellsOnly)
          for (const auto& [offset, type] : local.cells) holders.push_back({Holder::Kind::Cell, isBase, k, 0, offset});
      }
  }
  return holders;
}

Arrival LockstepProof::arrivalOf(Pair& pair, const Holder& holder) {
  Track& own = track(pair, holder.isBase);
  Arrival arrived;
  Term term;
  if (holder.kind == Holder::Kind::Memory) {
    term = own.memory;
  } else if (holder.kind == Holder::Kind::Gathered) {
    term = own.gathered[holder.frame].value;
  } else if (holder.kind == Holder::Kind::Local) {
    term = own.locals[holder.frame].contents;
  } else if (holder.kind == Holder::Kind::Cell) {
    term = tracker(holder.isBase).cellOf(own.locals[holder.frame], holder.offset);
  } else {
    const exec::Frame& frame = *own.state.frames[holder.frame];
    const exec::Value value = frame.slots[holder.slot];
    const auto type = tracker(holder.isBase).flow(*frame.function).typeOf(holder.slot);
    if (!value.isDefined()) {
      arrived.kind = Arrival::Kind::Marked;
      arrived.bits = static_cast<std::uint64_t>(value.mark());
      return arrived;
    }
    if (!value.isSymbolic() && !type) {
      arrived.kind = Arrival::Kind::Untyped;
      arrived.bits = value.bits;
      return arrived;
    }
    term = value.isSymbolic() ? value.asTerm() : tracker(holder.isBase).term(own, value, *type);
  }
  term = under(pair.facts, term);
  logic::TermManager& terms = tools_.terms;
  arrived.sort = terms.sort(term);
  if (holder.isValue() && arrived.sort == Sort::bits(64)) {
    const UnknownMemory::Place place = tools_.memory.placeOf(term);
    arrived.object = place.object;
    term = place.offset;
  }
  arrived.term = term;
  return arrived;
}

bool LockstepProof::isFlag(const Pair& pair, const Holder& holder) const {
  if (holder.kind != Holder::Kind::Slot) return false;
  const Track& own = holder.isBase ? pair.base : pair.head;
  return tracker(holder.isBase).isFlag(*own.state.frames[holder.frame]->function, holder.slot);
}

std::optional<std::uint64_t> LockstepProof::numberIn(const Arrival& arrival) const {
  if (arrival.kind == Arrival::Kind::Untyped) return arrival.bits;
  if (arrival.kind != Arrival::Kind::Term || !tools_.terms.isConstant(arrival.term)) return {};
  return tools_.terms.bits64(arrival.term);
}

LockstepProof::Key LockstepProof::keyOf(Pair& pair, const std::vector<Holder>& holders,
                                        const std::vector<Arrival>& arrived) {
  Key key;
  for (const bool isBase : {true, false}) {
    const Track& own = track(pair, isBase);
    for (std::size_t k = 0; k < own.state.frames.size(); ++k)
      key.push_back(static_cast<std::uint64_t>(own.state.frames[k]->index) << 32 | own.state.frames[k]->next);
    key.push_back(~0ULL);
    for (const Gathered& gathered : own.gathered)
      key.push_back(std::uint64_t{gathered.depth} << 32 | static_cast<std::uint64_t>(gathered.by.op) << 16 |
                    gathered.by.width);
    key.push_back(~0ULL);
    for (const LocalObject& local : own.locals) {
      key.push_back(static_cast<std::uint64_t>(local.address.id()) << 3 | (local.hasCellsOnly ? 4U : 0U) |
                    (local.isAlive ? 2U : 0U) | (local.isKnownOutside ? 1U : 0U));
      if (local.hasCellsOnly)
        for (const auto& [offset, type] : local.cells)
          key.push_back(offset << 32 | static_cast<std::uint64_t>(type.kind) << 24 |
                        static_cast<std::uint64_t>(type.format) << 16 | type.width);
    }
    key.push_back(~0ULL);
    // Which local object a pointer leads into has to be known: nobody else knows of it.
    for (std::size_t k = 0; k < holders.size(); ++k)
      if (holders[k].isBase == isBase && arrived[k].object &&
          std::ranges::find(own.locals, arrived[k].object, &LocalObject::address) != own.locals.end())
        key.push_back(static_cast<std::uint64_t>(k) << 32 | arrived[k].object.id());
    key.push_back(~0ULL);
    // Which way the code went before: what holds after one way does not after another.
    for (std::size_t k = 0; !pace_.tellsLess && k < holders.size(); ++k)
      if (holders[k].isBase == isBase && isFlag(pair, holders[k]))
        if (const auto number = numberIn(arrived[k])) {
          key.push_back(k);
          key.push_back(*number);
        }
    key.push_back(~0ULL);
  }
  return key;
}

void LockstepProof::arrive(Pair& pair, std::vector<Holder>& holders, std::vector<Arrival>& arrived) {
  for (bool isStable = false; !isStable;) {
    isStable = true;
    holders = holdersOf(pair);
    arrived.clear();
    for (const Holder& holder : holders) {
      arrived.push_back(arrivalOf(pair, holder));
      if (!holder.isValue() || !arrived.back().term) continue;
      Track& own = track(pair, holder.isBase);
      const Term before = own.memory;
      tracker(holder.isBase).publish(own, arrived.back().term);
      isStable = isStable && own.memory == before;
    }
  }
}

LockstepProof::Result LockstepProof::meet(Pair pair) {
  if (auto wrong = settle(pair)) return wrong;
  std::vector<Holder> holders;
  std::vector<Arrival> arrived;
  arrive(pair, holders, arrived);
  const Key key = keyOf(pair, holders, arrived);
  std::vector<char> unwritten = unwrittenIn(pair, holders, arrived);
  Visit visit{std::move(arrived), pair.facts, std::move(unwritten)};
  const std::size_t first = pair.made.size() > mostMade ? pair.made.size() - mostMade : 0;
  visit.facts.insert(visit.facts.end(), pair.made.begin() + static_cast<std::ptrdiff_t>(first), pair.made.end());
  auto place = meetings_.find(key);
  if (place == meetings_.end()) {
    if (meetings_.size() >= mostMeetings) return inTheWay(pair, "too many places where the versions meet");
    const auto number = static_cast<std::uint32_t>(meetings_.size());
    place = meetings_.try_emplace(key, tools_.terms, number, pair, holders).first;
    byNumber_.push_back(&place->second);
    place->second.firstVisit = visit;
    place->second.rows = &rows_[key];
    place->second.values.begin(visit.arrivals);
    guess(place->second);
  }
  Meeting& meeting = place->second;
  if (from_) from_->next.insert(meeting.number);
  meeting.visits[from_ ? from_->number : ~0U].push_back(std::move(visit));
  return from_ ? Result() : gather(meeting);
}

void LockstepProof::guess(Meeting& meeting) {
  logic::TermManager& terms = tools_.terms;
  const Visit& visit = meeting.firstVisit;
  ++meeting.guesses;
  const std::vector<Term> variables = meeting.values.variables();
  std::size_t memory = 0;
  while (meeting.holders[memory].kind != Holder::Kind::Memory) ++memory;
  ValueGuesses guesses(terms, variables, memory, numbers_, *meeting.rows);
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const Arrival& own = visit.arrivals[k];
    if (own.kind != Arrival::Kind::Term || terms.isConstant(own.term)) continue;
    // What was computed from others that are here, too.
    std::vector<Arrival> others = visit.arrivals;
    others[k].kind = Arrival::Kind::Untyped;
    for (Arrival& other : others)
      if (other.kind == Arrival::Kind::Term && terms.op(other.term) != Op::Variable)
        other.kind = Arrival::Kind::Untyped;
    if (terms.op(own.term) == Op::Variable) continue;
    const std::vector<Term> computed = CommonValues::renamed(terms, others, variables, std::vector{own.term});
    if (!computed.empty()) guesses.seed(k, computed.front());
  }
  Guesses guessed = guesses.guesses();
  // Where no trial came, what is so the first time may be so always.
  for (std::size_t k = 0; meeting.rows->empty() && k < variables.size(); ++k) {
    const Arrival& own = visit.arrivals[k];
    if (own.kind != Arrival::Kind::Term) continue;
    std::deque<Term>& what = guessed.values[k];
    const auto add = [&](Term term) {
      if (std::ranges::find(what, term) == what.end()) what.push_back(term);
    };
    if (terms.isConstant(own.term)) add(own.term);
    for (std::size_t j = 0; j < k; ++j) {
      const Arrival& other = visit.arrivals[j];
      if (other.kind == Arrival::Kind::Term && other.term == own.term && other.sort == own.sort) add(variables[j]);
    }
  }
  std::vector<Term> checks, conditions;
  for (const Term fact : visit.facts) (isCheck(fact) ? checks : conditions).push_back(fact);
  for (const Term check : CommonValues::renamed(terms, visit.arrivals, variables, checks))
    if (std::ranges::find(guessed.made, check) == guessed.made.end()) guessed.made.push_back(check);
  for (const Term fact : CommonValues::renamed(terms, visit.arrivals, variables, conditions))
    if (std::ranges::find(guessed.facts, fact) == guessed.facts.end()) guessed.facts.push_back(fact);
  meeting.values.setGuesses(std::move(guessed));
}

/// What all the ways that lead here have in common.
LockstepProof::Result LockstepProof::gather(Meeting& meeting) {
  bool changed = !std::exchange(meeting.isKnown, true);
  for (bool again = true; again;) {
    again = false;
    for (const auto& [from, visits] : meeting.visits)
      for (const Visit& visit : visits)
        if (auto wrong = weaken(meeting, visit, again))
          return *wrong == "time" ? wrong : inTheWay(meeting.first, *wrong);
    changed = changed || again;
  }
  if (!changed) return {};
  if (auto wrong = memoryOf(meeting)) return inTheWay(meeting.first, *wrong);
  if (!std::exchange(meeting.isWaiting, true)) waiting_.push_back(&meeting);
  return {};
}

LockstepProof::Result LockstepProof::weaken(Meeting& meeting, const Visit& visit, bool& changed) {
  CommonValues& values = meeting.values;
  const auto outcome = values.adapt(visit.arrivals);
  if (!outcome.problem.empty()) return outcome.problem;
  const bool isUnwrittenAnew = noteUnwritten(meeting, visit);
  changed = changed || outcome.changed || isUnwrittenAnew;
  while (true) {
    if (budget_.exhausted()) return "time";
    const std::vector<CommonValues::Claim> claims = values.claims(visit.arrivals);
    std::vector<std::size_t> open, wrong;
    std::vector<Term> openClaims;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      const CommonValues::Claim& claim = claims[i];
      if (claim.kind == CommonValues::Claim::Kind::Check) {
        if (!wasMade(visit.facts, claim.condition)) wrong.push_back(i);
        continue;
      }
      const bool isValue = claim.kind == CommonValues::Claim::Kind::Value;
      if (isValue && polynomials_.areSame(claim.left, claim.right)) continue;
      const auto equal = [&] {
        const Term right = resolved(visit.facts, claim.right);
        return tools_.terms.equal(tools_.memory.inOrder(claim.left), tools_.memory.inOrder(right));
      };
      const Term condition = under(visit.facts, isValue ? equal() : claim.condition);
      if (tools_.terms.isTrue(condition)) continue;
      open.push_back(i);
      openClaims.push_back(condition);
    }
    if (!open.empty()) {
      const Doubts doubts = doubtful(visit.facts, openClaims);
      for (const std::size_t i : doubts.claims) wrong.push_back(open[i]);
      changed = changed || !wrong.empty();
      if (!doubts.claims.empty() && learn(meeting, visit, doubts)) continue;
    }
    if (wrong.empty()) return {};
    changed = true;
    std::ranges::sort(wrong);
    for (auto i = wrong.rbegin(); i != wrong.rend(); ++i) values.drop(claims[*i]);
    std::vector<Term> conditions;
    for (const Term fact : visit.facts)
      if (!isCheck(fact)) conditions.push_back(fact);
    for (const std::size_t i : wrong)
      if (claims[i].kind == CommonValues::Claim::Kind::Value) values.seed(claims[i].which, visit.arrivals, conditions);
  }
}

std::vector<char> LockstepProof::unwrittenIn(const Pair& pair, const std::vector<Holder>& holders,
                                             const std::vector<Arrival>& arrived) {
  if (trial_) return {};
  const std::vector<Term> used = partsUsed(pair.base);
  const auto isUnused = [&](Term part) { return std::ranges::find(used, part) == used.end(); };
  const auto isUnwritten = [&](std::size_t k) {
    if (arrived[k].kind != Arrival::Kind::Term) return arrived[k].kind == Arrival::Kind::Marked;
    if (holders[k].kind == Holder::Kind::Local) return unwritten_.isIn(arrived[k].term);
    return std::ranges::any_of(unwritten_.partsOf(arrived[k].term), isUnused);
  };
  std::vector<char> unwritten(arrived.size());
  for (std::size_t k = 0; k < arrived.size(); ++k) unwritten[k] = isUnwritten(k) ? 1 : 0;
  return unwritten;
}

bool LockstepProof::noteUnwritten(const Meeting& meeting, const Visit& visit) {
  const std::vector<Term> variables = meeting.values.variables();
  bool isNew = false;
  for (std::size_t k = 0; k < variables.size(); ++k) {
    if (meeting.values.kindOf(k) != Arrival::Kind::Term) continue;
    if (meeting.holders[k].kind == Holder::Kind::Memory) unwritten_.addCommon(variables[k]);
    else if (visit.unwritten[k] != 0 && unwritten_.add(variables[k])) isNew = true;
  }
  return isNew;
}

bool LockstepProof::wasMade(const std::vector<Term>& facts, Term check) {
  if (std::ranges::find(facts, check) != facts.end()) return true;
  if (!asksSolver()) return false;
  constexpr int most = 8; // of those that came last
  int looked = 0;
  for (auto made = facts.rbegin(); made != facts.rend() && looked < most; ++made) {
    if (!isCheck(*made)) continue;
    ++looked;
    if (shows(facts, *made, check)) return true;
  }
  return false;
}

Term LockstepProof::resolved(const std::vector<Term>& facts, Term term) {
  logic::TermManager& terms = tools_.terms;
  logic::Substitution known(terms);
  bool isAny = false;
  for (const Term load : tools_.memory.loadsIn(term)) {
    const auto stored = tools_.memory.lastStored(terms.operand(load, 0));
    if (!stored || terms.sort(stored->value) != terms.sort(load)) continue;
    if (!same(facts, stored->address, terms.operand(load, 1))) continue;
    known.replace(load, stored->value);
    isAny = true;
  }
  return isAny ? known.apply(term) : term;
}

/// What is held to be in common is more than what is, so whatever comes of it has that in common, too: no
/// guess that is right is lost by an example that is only thought of.
bool LockstepProof::learn(Meeting& meeting, const Visit& visit, const Doubts& doubts) {
  constexpr std::uint32_t mostGuesses = 12;
  if (!doubts.example || meeting.guesses >= mostGuesses || meeting.rows->empty()) return false;
  logic::TermManager& terms = tools_.terms;
  logic::Evaluator evaluator(terms, *doubts.example);
  ValueGuesses::Row row;
  row.trial = 1'000 + meeting.rows->size();
  row.isExample = true;
  for (std::size_t k = 0; k < visit.arrivals.size(); ++k) {
    Arrival arrival = visit.arrivals[k];
    const bool isNumber = arrival.kind == Arrival::Kind::Term && meeting.holders[k].isValue() &&
                          (arrival.sort.isBool() || (arrival.sort.isBits() && arrival.sort.width <= 64));
    if (isNumber) {
      const std::uint64_t value = evaluator.bits64(arrival.term);
      arrival.term = arrival.sort.isBool() ? terms.truth(value != 0) : terms.constant(arrival.sort.width, value);
    }
    row.arrivals.push_back(arrival);
  }
  meeting.rows->push_back(std::move(row));
  const CommonValues before = meeting.values;
  guess(meeting);
  if (meeting.values.isSameAs(before)) {
    meeting.rows->pop_back();
    return false;
  }
  return true;
}

LockstepProof::Result LockstepProof::loopsAloneEnd() {
  for (Meeting* meeting : byNumber_) {
    if (!meeting->isAlone()) continue;
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> waiting(meeting->next.begin(), meeting->next.end());
    while (!waiting.empty()) {
      const Meeting& next = *byNumber_[waiting.back()];
      waiting.pop_back();
      if (&next == meeting || !next.isAlone() || !seen.insert(next.number).second) continue;
      if (next.next.contains(meeting->number)) return inTheWay(meeting->first, "a loop of one version may not end");
      waiting.insert(waiting.end(), next.next.begin(), next.next.end());
    }
    if (meeting->next.contains(meeting->number) && !endsAlone(*meeting))
      return inTheWay(meeting->first, "a loop of one version may not end");
  }
  return {};
}

bool LockstepProof::endsAlone(const Meeting& meeting) {
  takeSamples(meeting);
  const auto around = meeting.visits.find(meeting.number);
  if (around == meeting.visits.end()) return true;
  const std::vector<Visit>& turns = around->second;
  const bool isOfBase = meeting.first.base.isLanded;
  for (std::size_t k = 0; k < meeting.holders.size(); ++k) {
    const Holder& holder = meeting.holders[k];
    if (!holder.isValue() || holder.isBase != isOfBase || meeting.values.kindOf(k) != Arrival::Kind::Term) continue;
    const Term before = meeting.values.termOf(k);
    if (!tools_.terms.sort(before).isBits()) continue;
    for (const Op order : {Op::SLess, Op::ULess})
      for (const bool grows : {true, false}) {
        const bool isOrdered = std::ranges::all_of(turns, [&](const Visit& turn) {
          const Arrival& after = turn.arrivals[k];
          if (after.kind != Arrival::Kind::Term || after.object || after.sort != tools_.terms.sort(before))
            return false;
          const Term is =
              grows ? tools_.terms.binary(order, before, after.term) : tools_.terms.binary(order, after.term, before);
          return holds(turn.facts, is);
        });
        if (isOrdered) return true;
      }
  }
  return false;
}

/// Different memory never becomes the same again.
LockstepProof::Result LockstepProof::memoryOf(const Meeting& meeting) {
  std::vector<std::size_t> memories;
  for (std::size_t k = 0; k < meeting.holders.size(); ++k)
    if (meeting.holders[k].kind == Holder::Kind::Memory) memories.push_back(k);
  return meeting.values.areEqual(memories[0], memories[1]) ? Result() : Result("memory is not the same");
}

void LockstepProof::startAgain(Pair& pair) {
  for (const bool isBase : {true, false}) {
    Track& own = track(pair, isBase);
    own.checks.clear();
    own.used.clear();
    own.state.faults = {};
    own.passed = 0;
    own.leftAt = own.frame().next;
    own.leftDepth = own.state.frames.size();
    own.turns = 0;
    own.heads = 0;
  }
}

/// As an arrival that has nothing but what all have in common.
LockstepProof::Pair LockstepProof::leave(const Meeting& meeting) {
  Pair pair = meeting.first;
  pair.facts = meeting.values.facts();
  pair.made = meeting.values.made();
  startAgain(pair);
  for (std::size_t k = 0; k < meeting.holders.size(); ++k) {
    const Holder& holder = meeting.holders[k];
    Track& own = track(pair, holder.isBase);
    const Arrival::Kind kind = meeting.values.kindOf(k);
    exec::Value value;
    if (kind == Arrival::Kind::Marked) {
      value = exec::Value::marked(static_cast<exec::Mark>(meeting.values.bitsOf(k)));
    } else if (kind == Arrival::Kind::Untyped) {
      value = exec::Value::concrete(meeting.values.bitsOf(k));
    } else {
      const Term term = meeting.values.termOf(k);
      if (holder.kind == Holder::Kind::Memory) own.memory = term;
      if (holder.kind == Holder::Kind::Gathered) own.gathered[holder.frame].value = term;
      if (holder.kind == Holder::Kind::Local) own.locals[holder.frame].contents = term;
      if (holder.kind == Holder::Kind::Cell) {
        LocalObject& local = own.locals[holder.frame];
        if (holder.offset == local.cells.begin()->first) // the first one: nothing else is written
          local.contents = tools_.terms.variable(unwrittenMemory, Sort::bits(64));
        tracker(holder.isBase).setCell(local, holder.offset, term);
      }
      exec::Machine& machine = tracker(holder.isBase).machine();
      value = tools_.terms.sort(term).isFloat() ? machine.floatValue(term) : machine.bitsValue(term);
    }
    if (holder.kind == Holder::Kind::Slot) own.state.frames.own(holder.frame).own().slots[holder.slot] = value;
  }
  goFromMeeting(pair);
  return pair;
}

} // namespace beagle::compare
