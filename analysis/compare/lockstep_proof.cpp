#include "analysis/compare/lockstep_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace beagle::compare {

using ir::Opcode;
using ir::ScalarKind;
using logic::Sort;

namespace {

constexpr std::size_t mostPairs = 256;   ///< on the ways from one meeting
constexpr std::uint32_t mostPassed = 64; ///< joins that one version does not wait at, on one way

/// Whether versions that came to such places do the same from there on, if they are alike.
bool canMeet(PlaceKind base, PlaceKind head) {
  const auto isTurn = [](PlaceKind place) { return place == PlaceKind::BareLoop || place == PlaceKind::LoopBody; };
  if (base == PlaceKind::LoopBody && head == PlaceKind::LoopBody) return false; // they just met
  return base == head || (isTurn(base) && isTurn(head));
}

/// Which of two that cannot meet goes on: base, if so.
bool goesFirst(PlaceKind base, PlaceKind head) {
  const auto rank = [](PlaceKind place) {
    switch (place) {
    case PlaceKind::BareLoop: return 3;
    case PlaceKind::Loop: return 2;
    case PlaceKind::Join: return 1;
    default: return 0;
    }
  };
  return rank(base) <= rank(head);
}

/// Whether only numbers make it so, and not what memory holds.
bool isArithmetic(exec::ValueFault fault) {
  using enum exec::ValueFault;
  return fault == SignedOverflow || fault == OversizedShift || fault == FloatToInteger;
}

} // namespace

LockstepProof::Result LockstepProof::prove(ir::FunctionIndex base, ir::FunctionIndex head, Pace pace, Effort effort,
                                           const support::Budget& budget, ResultFacts& results) {
  budget_ = budget;
  pace_ = pace;
  effort_ = effort;
  stepsBefore_ = tools_.base.steps() + tools_.head.steps();
  tools_.base.setForm(pace.base);
  tools_.head.setForm(pace.head);
  tools_.base.setHasCells(!pace.tellsLess);
  tools_.head.setHasCells(!pace.tellsLess);
  tools_.base.setOrdersByUse(pace.ordersByUse);
  tools_.head.setOrdersByUse(pace.ordersByUse);
  tools_.base.setUnrolls(pace.unrolls);
  tools_.head.setUnrolls(pace.unrolls);
  root_ = {base, head};
  results_ = &results;
  Result wrong = run(base, head);
  for (auto fact = wrongResults_.rbegin(); fact != wrongResults_.rend(); ++fact) results.drop(*fact);
  // What nobody had the time to ask was taken for different.
  return wrong && budget_.exhausted() ? "time" : wrong;
}

LockstepProof::Result LockstepProof::run(ir::FunctionIndex base, ir::FunctionIndex head) {
  if (effort_.hasTrials) {
    addNumbers(tools_.base.program().body(base), numbers_);
    addNumbers(tools_.head.program().body(head), numbers_);
  }
  const bool hasForm = pace_.base != Form::AsWritten || pace_.head != Form::AsWritten;
  const bool isNothing =
      (pace_.unrolls && !tools_.base.hasShortLoops(base) && !tools_.head.hasShortLoops(head)) ||
      (pace_.ordersByUse && !tools_.base.hasOtherOrder(base) && !tools_.head.hasOtherOrder(head)) ||
      (hasForm && !tools_.base.isOfForm(base) && !tools_.head.isOfForm(head)) ||
      (pace_.knowsResults && (results_->empty() || !tools_.base.callsItself(base) || !tools_.head.callsItself(head)));
  if (isNothing) {
    hasTurns_ = true; // at other paces
    isOutOfStep_ = true;
    return "nothing is another way at this pace";
  }
  if (pace_.learns && !(effort_.hasTrials && learnSteps(base, head))) {
    hasTurns_ = true; // at other paces
    isOutOfStep_ = true;
    return "every loop takes one turn";
  }
  // In a trial, a call gives any number, also one that it never gives.
  if (effort_.hasTrials && !pace_.knowsResults)
    if (auto wrong = runTrials(base, head)) {
      isOutOfStep_ = *wrong != "time" && !gaveUp_;
      return wrong;
    }
  if (auto wrong = start(base, head)) return wrong;
  while (!waiting_.empty()) {
    Meeting& meeting = *waiting_.front();
    waiting_.pop_front();
    meeting.isWaiting = false;
    from_ = &meeting;
    // What came from here before came with more in common than there is.
    for (const std::uint32_t next : meeting.next) byNumber_[next]->visits.erase(meeting.number);
    meeting.next.clear();
    takeSamples(meeting);
    if (auto wrong = goOn(leave(meeting))) return wrong;
    for (const std::uint32_t next : meeting.next)
      if (auto wrong = gather(*byNumber_[next])) return wrong;
  }
  return loopsAloneEnd();
}

LockstepProof::Result LockstepProof::start(ir::FunctionIndex base, ir::FunctionIndex head) {
  const ir::Function& old = tools_.base.program().body(base);
  const ir::Function& now = tools_.head.program().body(head);
  const bool isAlike =
      old.isVariadic == now.isVariadic && old.results == now.results &&
      std::ranges::equal(old.parameters, now.parameters, [](const ir::Parameter& a, const ir::Parameter& b) {
        return a.type == b.type && a.byvalSize == b.byvalSize && a.isStructResult == b.isStructResult;
      });
  if (!isAlike) return "the parameters are others";
  Pair pair{Track(tools_.terms), Track(tools_.terms), {}, {}, nullptr};
  if (!trial_) takeSamples(old);
  enter(pair, true, base);
  enter(pair, false, head);
  pair.step = steps_.from({noLoop, noLoop});
  return goOn(std::move(pair));
}

void LockstepProof::enter(Pair& pair, bool isBase, ir::FunctionIndex function) {
  Track& own = track(pair, isBase);
  own.memory = tools_.terms.variable("memory", Sort::bits(64));
  own.heads = 1; // where a function begins, nobody waits
  std::vector<exec::Value> arguments;
  const std::vector<ir::Parameter>& parameters = tracker(isBase).program().body(function).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const ir::ScalarType type = parameters[i].type;
    const Term term = trial_ ? trial_->argument(i, type) : parameter(i, type);
    arguments.push_back(tracker(isBase).value(term, type));
  }
  tracker(isBase).enter(own, function, arguments, nullptr, 0);
}

Term LockstepProof::parameter(std::size_t index, ir::ScalarType type) {
  Sort sort = type.width == 1 ? Sort::boolean() : Sort::bits(type.width);
  if (type.kind == ScalarKind::Float) sort = Sort::floating(static_cast<logic::FloatFormat>(type.format));
  if (type.kind == ScalarKind::Pointer) sort = Sort::bits(64);
  return tools_.terms.variable(fmt::format("parameter!{}!{}", index, sort.str()), sort);
}

/// All ways from here to the next meetings.
LockstepProof::Result LockstepProof::goOn(Pair pair) {
  std::vector<Pair> waiting;
  waiting.push_back(std::move(pair));
  std::size_t seen = 0;
  while (!waiting.empty()) {
    Pair next = std::move(waiting.back());
    waiting.pop_back();
    if (++seen > mostPairs && !trial_) return inTheWay(next, "too many ways");
    for (bool isDone = false; !isDone;) {
      if (budget_.exhausted()) return "time";
      if (trial_ && isTrialOver()) return {};
      if (tools_.base.steps() + tools_.head.steps() - stepsBefore_ > effort_.steps) {
        gaveUp_ = true;
        return inTheWay(next, "too long");
      }
      const std::vector<Term> facts = next.facts;
      auto wrong = goOnce(next, waiting, isDone);
      if (!wrong) continue;
      if (trial_ || *wrong == "time" || isPossible(facts, tools_.terms.truth(true))) return wrong;
      isDone = true; // a way that nobody goes
    }
  }
  return {};
}

LockstepProof::Result LockstepProof::goOnce(Pair& pair, std::vector<Pair>& waiting, bool& isDone) {
  using Kind = Halt::Kind;
  const Halt base = tools_.base.advance(pair.base);
  if (base.kind == Kind::Stuck) return inTheWay(pair, base.why);
  const Halt head = tools_.head.advance(pair.head);
  if (head.kind == Kind::Stuck) return inTheWay(pair, head.why);
  for (const bool isBase : {true, false}) {
    Track& own = track(pair, isBase);
    for (const Term fact : own.known)
      if (std::ranges::find(pair.facts, fact) == pair.facts.end()) pair.facts.push_back(fact);
    own.known.clear();
    limitsSizes_ = limitsSizes_ || (own.limitsSizes && !trial_);
    callsMath_ = callsMath_ || (own.callsMath && !trial_);
  }
  if (tools_.leavesOutUndefined && isLeftOut(pair)) {
    isDone = true;
    return {};
  }

  const auto decides = [](const Halt& halt) { return halt.kind == Kind::Branch || halt.kind == Kind::Switch; };
  if (base.kind == Kind::Landed && goesAround(pair, true)) return {};
  if (head.kind == Kind::Landed && goesAround(pair, false)) return {};
  if (base.kind == Kind::Landed && head.kind == Kind::Landed) {
    const PlaceKind old = tools_.base.place(pair.base);
    const PlaceKind now = tools_.head.place(pair.head);
    const auto isPassed = [&](PlaceKind place) {
      return place == PlaceKind::Join ? !pace_.meetsAtJoins : place == PlaceKind::LoopBody && pace_.meetsAtHeads;
    };
    if (isPassed(old) || isPassed(now)) {
      Tracker::pass(track(pair, isPassed(old)));
      return {};
    }
    const bool areLoops = old != PlaceKind::Join && now != PlaceKind::Join;
    if (areLoops && followsOn(pair)) return {};
    isDone = canMeet(old, now) || (pace_.meetsAtHeads && areLoops);
    if (isDone && pace_.catchesUp && areLoops)
      if (const auto isBase = whoIsBehind(pair)) {
        isDone = false;
        if (++track(pair, *isBase).passed > mostPassed)
          return inTheWay(pair, "the versions do not come together again");
        Tracker::pass(track(pair, *isBase));
        return {};
      }
    if (isDone && pace_.runsAhead && areLoops && (runsAhead(pair, true) || runsAhead(pair, false))) {
      isDone = false;
      return {};
    }
    if (isDone && trial_) {
      isDone = false;
      return note(pair);
    }
    if (isDone) return meet(std::move(pair));
    Tracker::pass(track(pair, goesFirst(old, now)));
    return {};
  }
  if (base.kind == Kind::Landed || head.kind == Kind::Landed) {
    const bool isBase = base.kind == Kind::Landed;
    Track& early = track(pair, isBase);
    const Kind other = (isBase ? head : base).kind;
    if ((other == Kind::Return || other == Kind::End) && tracker(isBase).skips(early)) return {};
    const PlaceKind place = tracker(isBase).place(early);
    const bool isLoop = place == PlaceKind::Loop || place == PlaceKind::BareLoop;
    if (pace_.goesAlone && isLoop && !decides(isBase ? head : base)) {
      if (trial_) return note(pair);
      isDone = true;
      return meet(std::move(pair));
    }
    if ((isBase ? head : base).kind == Kind::Call && canEnter(pair, !isBase) &&
        (isOwnCall(pair, !isBase) || (isLoop && replaces(pair, !isBase))))
      return enterCall(pair, !isBase);
    if (pace_.waitsAtLoops && isLoop && decides(isBase ? head : base)) {
      isDone = true;
      return decideAlone(pair, !isBase, waiting);
    }
    if (++early.passed > mostPassed) return inTheWay(pair, "the versions do not come together again");
    pass(pair, isBase);
    return {};
  }
  isDone = true;
  if (base.kind == Kind::Throw && head.kind == Kind::Throw) return raiseAgain(pair, waiting);
  if (base.kind == Kind::Branch && head.kind == Kind::Branch) return branch(pair, waiting);
  if (base.kind == Kind::Switch && head.kind == Kind::Switch) return switches(pair, waiting);
  if (decides(base) && decides(head)) return decideAlone(pair, true, waiting);
  if (base.kind == Kind::Return && head.kind == Kind::Return) return returns(pair);
  if (base.kind == Kind::End && head.kind == Kind::End) {
    if (pair.base.next().op != pair.head.next().op) return inTheWay(pair, "another way to end");
    return settle(pair);
  }
  if (base.kind == Kind::Call && head.kind == Kind::Call && failAssertions(pair))
    return same(pair.facts, pair.base.memory, pair.head.memory) ? settle(pair)
                                                                : inTheWay(pair, "memory is not the same");
  isDone = false;
  if (base.kind == Kind::Call && head.kind == Kind::Call) return calls(pair, waiting);
  if (base.kind == Kind::Call || head.kind == Kind::Call) {
    const bool isBase = base.kind == Kind::Call;
    const bool decidesOther = decides(isBase ? head : base);
    if (canEnter(pair, isBase) && (isOwnCall(pair, isBase) || !decidesOther)) return enterCall(pair, isBase);
    if (!decidesOther) return inTheWay(pair, "a call that only one version makes");
  }
  isDone = true;
  if (decides(base)) return decideAlone(pair, true, waiting);
  if (decides(head)) return decideAlone(pair, false, waiting);
  return inTheWay(pair, "the versions end in other ways");
}

bool LockstepProof::isLeftOut(Pair& pair) {
  bool isSure = false;
  pair.base.state.faults.forEach([&](const exec::PossibleFault& fault) {
    if (!isArithmetic(fault.fault)) return;
    const Term isDefined = tools_.terms.logicalNot(fault.condition);
    isSure = isSure || tools_.terms.isFalse(isDefined);
    if (std::ranges::find(pair.facts, isDefined) != pair.facts.end()) return;
    pair.facts.push_back(isDefined);
    if (!trial_) leftOut_.insert(fault.fault);
  });
  return isSure;
}

bool LockstepProof::runsAhead(Pair& pair, bool isBase) {
  using Kind = Halt::Kind;
  constexpr int mostHalts = 32;
  if (track(pair, isBase).passed >= mostPassed) return false;
  Pair ahead = pair;
  Track& own = track(ahead, isBase);
  const std::size_t before = newChecks(pair, isBase).size();
  Tracker::pass(own);
  for (int halts = 0; halts < mostHalts; ++halts) {
    const Halt halt = tracker(isBase).advance(own);
    if (halt.kind == Kind::Landed) {
      const PlaceKind place = tracker(isBase).place(own);
      if (place == PlaceKind::Loop || place == PlaceKind::BareLoop) break;
      Tracker::pass(own);
      continue;
    }
    if (halt.kind != Kind::Branch) return false;
    const ir::Instruction i = own.next();
    const Term condition = tracker(isBase).bits(own, i.a, 1);
    const bool isTrue = holds(pair.facts, condition);
    if (!isTrue && !holds(pair.facts, tools_.terms.logicalNot(condition))) return false;
    tracker(isBase).jump(own, isTrue ? i.b : i.c);
  }
  if (!own.isLanded || newChecks(ahead, isBase).size() != before) return false;
  ++own.passed;
  pair = std::move(ahead);
  return true;
}

bool LockstepProof::skipsFirst(Track& own, bool isBase) {
  const PlaceKind place = tracker(isBase).place(own);
  const bool isHead = place == PlaceKind::Loop || place == PlaceKind::BareLoop;
  const std::uint32_t next = own.frame().next;
  const bool isKnown = (own.leftAt == next && own.leftDepth == own.state.frames.size()) || own.skippedAt == next;
  hasTurns_ = hasTurns_ || isHead;
  if (!(isBase ? pace_.baseSkips : pace_.headSkips) || !isHead || isKnown) return false;
  own.skippedAt = next;
  Tracker::pass(own);
  return true;
}

bool LockstepProof::goesAround(Pair& pair, bool isBase) {
  Track& own = track(pair, isBase);
  if (skipsFirst(own, isBase)) return true;
  const PlaceKind place = tracker(isBase).place(own);
  const std::uint32_t turns = isBase ? pace_.baseTurns : pace_.headTurns;
  const bool isHead = place == PlaceKind::Loop || place == PlaceKind::BareLoop;
  if (!isHead || own.leftAt != own.frame().next || own.leftDepth != own.state.frames.size() || own.turns + 1 >= turns)
    return false;
  ++own.turns;
  Tracker::pass(own);
  return true;
}

// --- decisions -----------------------------------------------------------------------------------------------------

LockstepProof::Result LockstepProof::branch(Pair& pair, std::vector<Pair>& waiting) {
  const ir::Instruction& base = pair.base.next();
  const ir::Instruction& head = pair.head.next();
  const Term old = under(pair.facts, tools_.base.bits(pair.base, base.a, 1));
  const Term now = under(pair.facts, tools_.head.bits(pair.head, head.a, 1));
  logic::TermManager& terms = tools_.terms;
  if (terms.isConstant(old) && terms.isConstant(now)) { // both at once, or they would be out of step
    tools_.base.jump(pair.base, terms.isTrue(old) ? base.b : base.c);
    tools_.head.jump(pair.head, terms.isTrue(now) ? head.b : head.c);
    waiting.push_back(std::move(pair));
    return {};
  }
  // What is decided already decides alone.
  if (terms.isConstant(old)) return decideAlone(pair, true, waiting);
  if (terms.isConstant(now)) return decideAlone(pair, false, waiting);
  bool isCrossed = old == terms.logicalNot(now);
  if (old != now && !isCrossed) {
    const bool isSame = same(pair.facts, old, now);
    isCrossed = !isSame && same(pair.facts, old, terms.logicalNot(now));
    if (!isSame && !isCrossed) return decideAlone(pair, true, waiting);
  }
  pair.base.used.push_back(old);
  for (const bool side : {false, true}) {
    Pair next = pair;
    next.facts.push_back(side ? old : terms.logicalNot(old));
    tools_.base.jump(next.base, side ? base.b : base.c);
    tools_.head.jump(next.head, side != isCrossed ? head.b : head.c);
    waiting.push_back(std::move(next));
  }
  return {};
}

LockstepProof::Result LockstepProof::switches(Pair& pair, std::vector<Pair>& waiting) {
  logic::TermManager& terms = tools_.terms;
  const auto on = [&](bool isBase) {
    Track& own = track(pair, isBase);
    return tracker(isBase).bits(own, own.next().a, own.next().width);
  };
  const Term old = under(pair.facts, on(true));
  const Term now = under(pair.facts, on(false));
  if (terms.sort(old) != terms.sort(now) || terms.sort(old).isBool() || !same(pair.facts, old, now))
    return decideAlone(pair, true, waiting);
  pair.base.used.push_back(old);
  const ir::SwitchTable& base = pair.base.frame().function->switches[pair.base.next().b];
  const ir::SwitchTable& head = pair.head.frame().function->switches[pair.head.next().b];
  const auto target = [](const ir::SwitchTable& table, std::uint64_t number) {
    const auto found =
        std::ranges::lower_bound(table.cases, number, {}, &std::pair<std::uint64_t, ir::BlockIndex>::first);
    return found != table.cases.end() && found->first == number ? found->second : table.otherwise;
  };
  std::map<std::pair<ir::BlockIndex, ir::BlockIndex>, Term> sides;
  std::set<std::uint64_t> numbers;
  for (const ir::SwitchTable* table : {&base, &head})
    for (const auto& [number, block] : table->cases) numbers.insert(number);
  Term others = terms.truth(true);
  for (const std::uint64_t number : numbers) {
    const Term is = terms.equal(old, terms.constant(terms.width(old), number));
    others = terms.logicalAnd(others, terms.logicalNot(is));
    const auto [side, isNew] = sides.try_emplace({target(base, number), target(head, number)}, terms.truth(false));
    side->second = terms.logicalOr(side->second, is);
  }
  const auto [otherwise, isNew] = sides.try_emplace({base.otherwise, head.otherwise}, terms.truth(false));
  otherwise->second = terms.logicalOr(otherwise->second, others);
  for (const auto& [blocks, condition] : sides) {
    if (terms.isFalse(condition)) continue;
    Pair next = pair;
    next.facts.push_back(condition);
    tools_.base.jump(next.base, blocks.first);
    tools_.head.jump(next.head, blocks.second);
    waiting.push_back(std::move(next));
  }
  return {};
}

LockstepProof::Result LockstepProof::decideAlone(Pair& pair, bool isBase, std::vector<Pair>& waiting) {
  logic::TermManager& terms = tools_.terms;
  Track& own = track(pair, isBase);
  const ir::Instruction i = own.next();
  std::map<ir::BlockIndex, Term> sides;
  Term on;
  bool isAnyTwice = false;
  const auto add = [&](ir::BlockIndex block, Term condition) {
    const auto [side, isNew] = sides.try_emplace(block, terms.truth(false));
    isAnyTwice = isAnyTwice || !isNew;
    side->second = terms.logicalOr(side->second, condition);
  };
  if (i.op == Opcode::Branch) {
    on = under(pair.facts, tracker(isBase).bits(own, i.a, 1));
    add(i.b, on);
    add(i.c, terms.logicalNot(on));
  } else {
    const ir::SwitchTable& table = own.frame().function->switches[i.b];
    on = under(pair.facts, tracker(isBase).bits(own, i.a, i.width));
    const Term number = terms.sort(on).isBool() ? terms.boolToBits(on, 1) : on;
    Term others = terms.truth(true);
    for (const auto& [value, block] : table.cases) {
      const Term is = terms.equal(number, terms.constant(terms.width(number), value));
      others = terms.logicalAnd(others, terms.logicalNot(is));
      add(block, is);
    }
    add(table.otherwise, others);
  }
  std::erase_if(sides,
                [&](const auto& side) { return terms.isFalse(side.second) || !isPossible(pair.facts, side.second); });
  if (sides.size() > 1 || isAnyTwice) own.used.push_back(on);
  for (const auto& [block, condition] : sides) {
    Pair next = pair;
    if (!terms.isTrue(condition)) next.facts.push_back(condition);
    tracker(isBase).jump(track(next, isBase), block);
    waiting.push_back(std::move(next));
  }
  return {};
}

} // namespace beagle::compare
