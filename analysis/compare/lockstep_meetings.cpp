// Where versions meet, and what they have in common there.

#include "analysis/compare/lockstep_proof.h"

#include <algorithm>

namespace beagle::compare {

using logic::Op;
using logic::Sort;

namespace {

constexpr std::size_t mostMeetings = 5'000;
constexpr std::size_t mostMade = 64;    ///< checks that are remembered from one meeting to the next
constexpr std::size_t mostEarliest = 2; ///< arrivals at a loop that conditions are looked for on

bool isSmallNumber(const logic::TermManager& terms, Term term) {
  return terms.isConstant(term) && terms.sort(term).isBits() && terms.width(term) <= 64;
}

} // namespace

std::vector<LockstepProof::Holder> LockstepProof::holdersOf(const Pair& pair) {
  std::vector<Holder> holders;
  for (const bool isBase : {true, false}) {
    const Track& own = isBase ? pair.base : pair.head;
    for (std::uint32_t depth = 0; depth < own.state.frames.size(); ++depth) {
      const exec::Frame& frame = *own.state.frames[depth];
      const ir::Flow& flow = tracker(isBase).flow(frame.index);
      const bool isTop = depth + 1 == own.state.frames.size();
      for (const ir::SlotIndex slot : isTop ? flow.liveBefore(frame.next) : flow.liveDuringCall(frame.next))
        holders.push_back({Holder::Kind::Slot, isBase, depth, slot});
    }
    holders.push_back({Holder::Kind::Memory, isBase, 0, 0});
    for (std::uint32_t k = 0; k < own.locals.size(); ++k)
      if (own.locals[k].isAlive && !own.locals[k].isKnownOutside)
        holders.push_back({Holder::Kind::Local, isBase, k, 0});
  }
  return holders;
}

Arrival LockstepProof::arrivalOf(Pair& pair, const Holder& holder) {
  Track& own = track(pair, holder.isBase);
  Arrival arrived;
  Term term;
  if (holder.kind == Holder::Kind::Memory) {
    term = own.memory;
  } else if (holder.kind == Holder::Kind::Local) {
    term = own.locals[holder.frame].contents;
  } else {
    const exec::Frame& frame = *own.state.frames[holder.frame];
    const exec::Value value = frame.slots[holder.slot];
    const auto type = tracker(holder.isBase).flow(frame.index).typeOf(holder.slot);
    if (!value.isDefined()) {
      arrived.kind = Arrival::Kind::Marked;
      arrived.offset = static_cast<std::uint64_t>(value.mark());
      return arrived;
    }
    if (!value.isSymbolic() && !type) {
      arrived.kind = Arrival::Kind::Untyped;
      arrived.offset = value.bits;
      return arrived;
    }
    term = value.isSymbolic() ? value.asTerm() : tracker(holder.isBase).term(own, value, *type);
  }
  term = under(pair.facts, term);
  logic::TermManager& terms = tools_.terms;
  arrived.sort = terms.sort(term);
  if (holder.kind == Holder::Kind::Slot && arrived.sort == Sort::bits(64)) {
    const UnknownMemory::Place place = tools_.memory.placeOf(term);
    arrived.object = place.object;
    term = place.offset;
  }
  if (isSmallNumber(terms, term)) {
    arrived.kind = Arrival::Kind::Number;
    arrived.offset = terms.bits64(term);
  } else if (terms.op(term) == Op::Add && isSmallNumber(terms, terms.operand(term, 1))) {
    arrived.term = terms.operand(term, 0);
    arrived.offset = terms.bits64(terms.operand(term, 1));
  } else {
    arrived.term = term;
  }
  return arrived;
}

LockstepProof::Key LockstepProof::keyOf(Pair& pair, const std::vector<Holder>& holders,
                                        const std::vector<Arrival>& arrived) {
  Key key;
  for (const bool isBase : {true, false}) {
    const Track& own = track(pair, isBase);
    for (std::size_t k = 0; k < own.state.frames.size(); ++k)
      key.push_back(static_cast<std::uint64_t>(own.state.frames[k]->index) << 32 | own.state.frames[k]->next);
    key.push_back(~0ULL);
    for (const LocalObject& local : own.locals)
      key.push_back(static_cast<std::uint64_t>(local.address.id()) << 2 | (local.isAlive ? 2U : 0U) |
                    (local.isKnownOutside ? 1U : 0U));
    key.push_back(~0ULL);
    // Which local object a pointer leads into has to be known: nobody else knows of it.
    for (std::size_t k = 0; k < holders.size(); ++k)
      if (holders[k].isBase == isBase && arrived[k].object &&
          std::ranges::find(own.locals, arrived[k].object, &LocalObject::address) != own.locals.end())
        key.push_back(static_cast<std::uint64_t>(k) << 32 | arrived[k].object.id());
    key.push_back(~0ULL);
  }
  return key;
}

LockstepProof::Result LockstepProof::meet(Pair pair) {
  if (auto wrong = settle(pair)) return wrong;
  std::vector<Holder> holders;
  std::vector<Arrival> arrived;
  for (bool isStable = false; !isStable;) {
    isStable = true;
    holders = holdersOf(pair);
    arrived.clear();
    for (const Holder& holder : holders) {
      arrived.push_back(arrivalOf(pair, holder));
      if (holder.kind != Holder::Kind::Slot || !arrived.back().term) continue;
      Track& own = track(pair, holder.isBase);
      const Term before = own.memory;
      tracker(holder.isBase).publish(own, arrived.back().term);
      isStable = isStable && own.memory == before;
    }
  }
  const Key key = keyOf(pair, holders, arrived);
  auto place = meetings_.find(key);
  if (place == meetings_.end()) {
    if (meetings_.size() >= mostMeetings) return inTheWay(pair, "too many places where the versions meet");
    const auto number = static_cast<std::uint32_t>(meetings_.size());
    place = meetings_.try_emplace(key, tools_.terms, number, pair, holders).first;
    place->second.isLoop = tools_.base.place(pair.base) != PlaceKind::Join;
    byNumber_.push_back(&place->second);
  }
  Meeting& meeting = place->second;
  if (from_) from_->next.insert(meeting.number);
  Visit visit{std::move(arrived), pair.facts};
  const std::size_t first = pair.made.size() > mostMade ? pair.made.size() - mostMade : 0;
  visit.facts.insert(visit.facts.end(), pair.made.begin() + static_cast<std::ptrdiff_t>(first),
                     pair.made.end());
  if (!meeting.isLoop) {
    meeting.visits[from_ ? from_->number : ~0U].push_back(std::move(visit));
    return from_ ? Result() : gather(meeting);
  }
  bool changed = false;
  if (auto wrong = add(meeting.values, visit, meeting.earliest, changed)) return inTheWay(pair, *wrong);
  if (meeting.earliest.size() <= mostEarliest) meeting.earliest.push_back(std::move(visit));
  if (changed && !std::exchange(meeting.isWaiting, true)) waiting_.push_back(&meeting);
  return memoryOf(meeting) ? inTheWay(pair, *memoryOf(meeting)) : Result();
}

LockstepProof::Result LockstepProof::add(CommonValues& values, const Visit& visit,
                                         std::span<const Visit> earlier, bool& changed) {
  const auto outcome = values.add(visit.arrivals, [&](Term a, Term b) { return same(visit.facts, a, b); });
  if (!outcome.problem.empty()) return outcome.problem;
  const bool hasOther = addFacts(values, visit, earlier);
  changed |= outcome.changed || hasOther;
  return {};
}

/// What holds on all arrivals. What was not to be seen on the first one, where values were numbers, is found
/// on the next ones, and has to hold on the first one as well.
bool LockstepProof::addFacts(CommonValues& values, const Visit& visit, std::span<const Visit> earlier) {
  logic::TermManager& terms = tools_.terms;
  std::vector<Term> held = values.held(visit.arrivals, visit.facts);
  if (earlier.empty()) {
    values.setFacts(std::move(held));
    return false;
  }
  const auto holdsOn = [&](const Visit& other, Term fact) {
    const Term there = values.at(other.arrivals, fact);
    return there && holds(other.facts, there);
  };
  std::vector<Term> facts;
  for (const Term fact : values.facts())
    if (std::ranges::find(held, fact) != held.end() || (!isCheck(fact) && holdsOn(visit, fact)))
      facts.push_back(fact);
  bool hasOther = facts.size() != values.facts().size();
  if (earlier.size() <= mostEarliest) {
    std::vector<Term> candidates = values.orders();
    for (const Term fact : held) {
      if (isCheck(fact)) continue;
      candidates.push_back(fact);
      // Whoever goes on while it is smaller is not larger behind that.
      const Op op = terms.op(fact);
      if (op != Op::ULess && op != Op::SLess) continue;
      const Term next = terms.binary(Op::Add, terms.operand(fact, 0),
                                     terms.constant(terms.width(terms.operand(fact, 0)), 1));
      candidates.push_back(
          terms.binary(op == Op::ULess ? Op::ULessEqual : Op::SLessEqual, next, terms.operand(fact, 1)));
    }
    for (const Term candidate : candidates) {
      if (terms.isConstant(candidate) || std::ranges::find(facts, candidate) != facts.end()) continue;
      if (!holdsOn(visit, candidate) ||
          !std::ranges::all_of(earlier, [&](const Visit& other) { return holdsOn(other, candidate); }))
        continue;
      facts.push_back(candidate);
      hasOther = true;
    }
  }
  values.setFacts(std::move(facts));
  return hasOther;
}

/// What all the ways that lead here now have in common.
LockstepProof::Result LockstepProof::gather(Meeting& meeting) {
  if (meeting.isLoop) return {};
  CommonValues values(tools_.terms, std::to_string(meeting.number));
  bool changed = false;
  std::vector<Visit> earlier;
  for (const auto& [from, visits] : meeting.visits)
    for (const Visit& visit : visits) {
      if (auto wrong = add(values, visit, earlier, changed)) return inTheWay(meeting.first, *wrong);
      earlier.push_back(visit);
    }
  if (meeting.visits.empty() || values.isSameAs(meeting.values)) return {};
  meeting.values = std::move(values);
  if (auto wrong = memoryOf(meeting)) return inTheWay(meeting.first, *wrong);
  if (!std::exchange(meeting.isWaiting, true)) waiting_.push_back(&meeting);
  return {};
}

/// Different memory never becomes the same again.
LockstepProof::Result LockstepProof::memoryOf(const Meeting& meeting) {
  std::vector<std::size_t> memories;
  for (std::size_t k = 0; k < meeting.holders.size(); ++k)
    if (meeting.holders[k].kind == Holder::Kind::Memory) memories.push_back(k);
  return meeting.values.areEqual(memories[0], memories[1]) ? Result() : Result("memory is not the same");
}

/// As an arrival that has nothing but what all have in common.
LockstepProof::Pair LockstepProof::leave(const Meeting& meeting) {
  Pair pair = meeting.first;
  pair.facts.clear();
  pair.made.clear();
  for (const Term fact : meeting.values.facts()) (isCheck(fact) ? pair.made : pair.facts).push_back(fact);
  for (const bool isBase : {true, false}) {
    Track& own = track(pair, isBase);
    own.checks.clear();
    own.state.faults = {};
    own.passed = 0;
    own.leftAt = own.frame().next;
    own.leftDepth = own.state.frames.size();
    own.turns = 0;
  }
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
      if (holder.kind == Holder::Kind::Local) own.locals[holder.frame].contents = term;
      exec::Machine& machine = tracker(holder.isBase).machine();
      value = tools_.terms.sort(term).isFloat() ? machine.floatValue(term) : machine.bitsValue(term);
    }
    if (holder.kind == Holder::Kind::Slot)
      own.state.frames.own(holder.frame).own().slots[holder.slot] = value;
  }
  Tracker::pass(pair.base);
  Tracker::pass(pair.head);
  return pair;
}

} // namespace beagle::compare
