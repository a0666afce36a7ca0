#include "analysis/compare/lockstep_proof.h"

#include "analysis/logic/substitute.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace beagle::compare {

using ir::Opcode;
using ir::ScalarKind;
using logic::Op;
using logic::Sort;

namespace {

constexpr std::uint64_t mostSteps = 2'000'000;
constexpr std::size_t mostMeetings = 5'000;
constexpr std::size_t mostPairs = 256;   ///< on the ways from one meeting
constexpr std::uint32_t mostPassed = 64; ///< joins that one version does not wait at, on one way
constexpr std::size_t mostMade = 64;        ///< checks that are remembered from one meeting to the next
constexpr std::uint32_t mostFrames = 6;
constexpr std::uint32_t mostQuestions = 300;
constexpr solver::Limits questionLimits{400'000};

/// Whether versions that came to such places do the same from there on, if they are alike.
bool canMeet(PlaceKind base, PlaceKind head) {
  const auto isTurn = [](PlaceKind place) {
    return place == PlaceKind::BareLoop || place == PlaceKind::LoopBody;
  };
  if (base == PlaceKind::LoopBody && head == PlaceKind::LoopBody) return false; // they just met
  return base == head || (isTurn(base) && isTurn(head));
}

/// Which of two that cannot meet goes on: base, if so.
bool goesFirst(PlaceKind base, PlaceKind head) {
  const auto rank = [](PlaceKind place) {
    switch (place) {
    case PlaceKind::BareLoop:
      return 3;
    case PlaceKind::Loop:
      return 2;
    case PlaceKind::Join:
      return 1;
    default:
      return 0;
    }
  };
  return rank(base) <= rank(head);
}

bool isSmallNumber(const logic::TermManager& terms, Term term) {
  return terms.isConstant(term) && terms.sort(term).isBits() && terms.width(term) <= 64;
}

} // namespace

LockstepProof::Result LockstepProof::prove(ir::FunctionIndex base, ir::FunctionIndex head,
                                           const support::Budget& budget) {
  budget_ = budget;
  stepsBefore_ = tools_.base.steps() + tools_.head.steps();
  if (auto wrong = start(base, head)) return wrong;
  while (!waiting_.empty()) {
    Meeting& meeting = *waiting_.front();
    waiting_.pop_front();
    meeting.isWaiting = false;
    from_ = &meeting;
    // What came from here before came with more in common than there is.
    for (const std::uint32_t next : meeting.next) byNumber_[next]->visits.erase(meeting.number);
    if (auto wrong = goOn(leave(meeting))) return wrong;
    for (const std::uint32_t next : meeting.next)
      if (auto wrong = gather(*byNumber_[next])) return wrong;
  }
  return {};
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
  Pair pair{Track(tools_.terms), Track(tools_.terms), {}, {}};
  pair.base.memory = pair.head.memory = tools_.terms.variable("memory", Sort::bits(64));
  std::vector<exec::Value> arguments;
  for (std::size_t i = 0; i < old.parameters.size(); ++i) {
    const ir::ScalarType type = old.parameters[i].type;
    Sort sort = type.width == 1 ? Sort::boolean() : Sort::bits(type.width);
    if (type.kind == ScalarKind::Float) sort = Sort::floating(static_cast<logic::FloatFormat>(type.format));
    if (type.kind == ScalarKind::Pointer) sort = Sort::bits(64);
    arguments.push_back(
        exec::Value::symbolic(tools_.terms.variable(fmt::format("parameter!{}!{}", i, sort.str()), sort)));
  }
  tools_.base.enter(pair.base, base, arguments, nullptr, 0);
  tools_.head.enter(pair.head, head, arguments, nullptr, 0);
  return goOn(std::move(pair));
}

/// All ways from here to the next meetings.
LockstepProof::Result LockstepProof::goOn(Pair pair) {
  std::vector<Pair> waiting;
  waiting.push_back(std::move(pair));
  std::size_t seen = 0;
  while (!waiting.empty()) {
    Pair next = std::move(waiting.back());
    waiting.pop_back();
    if (++seen > mostPairs) return inTheWay(next, "too many ways");
    for (bool isDone = false; !isDone;) {
      if (budget_.exhausted()) return "time";
      if (tools_.base.steps() + tools_.head.steps() - stepsBefore_ > mostSteps)
        return inTheWay(next, "too long");
      if (auto wrong = goOnce(next, waiting, isDone)) return wrong;
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

  if (base.kind == Kind::Landed && head.kind == Kind::Landed) {
    const PlaceKind old = tools_.base.place(pair.base);
    const PlaceKind now = tools_.head.place(pair.head);
    isDone = canMeet(old, now);
    if (isDone) return meet(std::move(pair));
    Tracker::pass(track(pair, goesFirst(old, now)));
    return {};
  }
  if (base.kind == Kind::Landed || head.kind == Kind::Landed) {
    Track& early = track(pair, base.kind == Kind::Landed);
    if (++early.passed > mostPassed) return inTheWay(pair, "the versions do not come together again");
    Tracker::pass(early);
    return {};
  }
  const auto decides = [](const Halt& halt) {
    return halt.kind == Kind::Branch || halt.kind == Kind::Switch;
  };
  isDone = true;
  if (base.kind == Kind::Branch && head.kind == Kind::Branch) return branch(pair, waiting);
  if (base.kind == Kind::Switch && head.kind == Kind::Switch) return switches(pair, waiting);
  if (decides(base) && decides(head)) return decideAlone(pair, true, waiting);
  if (base.kind == Kind::Return && head.kind == Kind::Return) return returns(pair);
  if (base.kind == Kind::End && head.kind == Kind::End) {
    if (pair.base.next().op != pair.head.next().op) return inTheWay(pair, "another way to end");
    return settle(pair);
  }
  isDone = false;
  if (base.kind == Kind::Call && head.kind == Kind::Call) return calls(pair);
  if (base.kind == Kind::Call || head.kind == Kind::Call) {
    const bool isBase = base.kind == Kind::Call;
    const auto callee = tracker(isBase).calleeOf(track(pair, isBase));
    const bool isOwn =
        callee && !tracker(!isBase).program().find(tracker(isBase).program().functions()[*callee].name);
    const bool decidesOther = decides(isBase ? head : base);
    if (canEnter(pair, isBase) && (isOwn || !decidesOther)) return enterCall(pair, isBase);
    if (!decidesOther) return inTheWay(pair, "a call that only one version makes");
  }
  isDone = true;
  if (decides(base)) return decideAlone(pair, true, waiting);
  if (decides(head)) return decideAlone(pair, false, waiting);
  return inTheWay(pair, "the versions end in other ways");
}

// --- decisions
// --------------------------------------------------------------------------------------------------

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
    const auto [side, isNew] =
        sides.try_emplace({target(base, number), target(head, number)}, terms.truth(false));
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
  const auto add = [&](ir::BlockIndex block, Term condition) {
    const auto [side, isNew] = sides.try_emplace(block, terms.truth(false));
    side->second = terms.logicalOr(side->second, condition);
  };
  if (i.op == Opcode::Branch) {
    const Term condition = under(pair.facts, tracker(isBase).bits(own, i.a, 1));
    add(i.b, condition);
    add(i.c, terms.logicalNot(condition));
  } else {
    const ir::SwitchTable& table = own.frame().function->switches[i.b];
    const Term on = under(pair.facts, tracker(isBase).bits(own, i.a, i.width));
    const Term number = terms.sort(on).isBool() ? terms.boolToBits(on, 1) : on;
    Term others = terms.truth(true);
    for (const auto& [value, block] : table.cases) {
      const Term is = terms.equal(number, terms.constant(terms.width(number), value));
      others = terms.logicalAnd(others, terms.logicalNot(is));
      add(block, is);
    }
    add(table.otherwise, others);
  }
  for (const auto& [block, condition] : sides) {
    if (terms.isFalse(condition) || !isPossible(pair.facts, condition)) continue;
    Pair next = pair;
    if (!terms.isTrue(condition)) next.facts.push_back(condition);
    tracker(isBase).jump(track(next, isBase), block);
    waiting.push_back(std::move(next));
  }
  return {};
}

// --- calls and returns
// ------------------------------------------------------------------------------------------

bool LockstepProof::canEnter(Pair& pair, bool isBase) {
  Track& own = track(pair, isBase);
  const auto callee = tracker(isBase).calleeOf(own);
  if (!callee || own.state.frames.size() >= mostFrames) return false;
  const ir::FunctionInfo& info = tracker(isBase).program().functions()[*callee];
  if (!info.isDefined || info.isRuntime) return false;
  for (std::size_t i = 0; i < own.state.frames.size(); ++i)
    if (own.state.frames[i]->index == *callee) return false;
  const ir::Function& body = tracker(isBase).program().body(*callee);
  const ir::CallSite& site = own.frame().function->calls[own.next().b];
  const auto isCopied = [](const ir::CallArgument& argument) { return argument.byvalSize != 0; };
  return !body.isVariadic && site.arguments.size() == body.parameters.size() &&
         std::ranges::none_of(site.arguments, isCopied);
}

LockstepProof::Result LockstepProof::enterCall(Pair& pair, bool isBase) {
  Track& own = track(pair, isBase);
  const auto callee = tracker(isBase).calleeOf(own);
  const ir::Instruction& i = own.next();
  const ir::CallSite& site = own.frame().function->calls[i.b];
  std::vector<exec::Value> arguments;
  for (const ir::CallArgument& argument : site.arguments)
    arguments.push_back(own.frame().slots[argument.slot]);
  if (!isBase) entered_.insert(*callee);
  tracker(isBase).enter(own, *callee, arguments, &site, i.d);
  return {};
}

LockstepProof::Result LockstepProof::calls(Pair& pair) {
  struct Called {
    const ir::CallSite* site;
    std::optional<ir::FunctionIndex> callee;
    const ir::FunctionInfo* info;
    std::vector<Term> parts; ///< the memory, whom, with what
  };
  const auto look = [&](bool isBase) {
    Track& own = track(pair, isBase);
    Called called{&own.frame().function->calls[own.next().b], tracker(isBase).calleeOf(own), nullptr, {}};
    if (called.callee) called.info = &tracker(isBase).program().functions()[*called.callee];
    return called;
  };
  Called base = look(true);
  Called head = look(false);
  const bool isNamed = base.info && head.info;
  bool isOne = base.site->results == head.site->results &&
               base.site->arguments.size() == head.site->arguments.size() && base.site->unwind == ir::none &&
               head.site->unwind == ir::none;
  if (isNamed) {
    isOne = isOne && base.info->name == head.info->name && base.info->isRuntime == head.info->isRuntime &&
            base.info->isDefined == head.info->isDefined;
    const bool isOutside = !base.info->isDefined || base.info->isRuntime;
    isOne = isOne && (isOutside || isTrusted_({*base.callee, *head.callee}));
  } else {
    isOne = isOne && !base.info && !head.info;
  }
  if (isOne) {
    for (const bool isBase : {true, false}) {
      Called& called = isBase ? base : head;
      Track& own = track(pair, isBase);
      if (!isNamed) called.parts.push_back(tracker(isBase).bits(own, called.site->pointer, 64));
      for (const ir::CallArgument& argument : called.site->arguments) {
        called.parts.push_back(tracker(isBase).term(own, own.frame().slots[argument.slot], argument.type));
        tracker(isBase).publish(own, called.parts.back());
      }
      called.parts.insert(called.parts.begin(), own.memory);
    }
    for (std::size_t k = 0; isOne && k < base.parts.size(); ++k)
      isOne = tools_.terms.sort(base.parts[k]) == tools_.terms.sort(head.parts[k]) &&
              same(pair.facts, base.parts[k], head.parts[k]);
  }
  if (!isOne) {
    // Their bodies may still do the same.
    bool isEntered = false;
    const auto isOwn = [&](bool isBase) {
      const Called& called = isBase ? base : head;
      return called.info && !tracker(!isBase).program().find(called.info->name);
    };
    const bool isAnyOwn = isOwn(true) || isOwn(false);
    for (const bool isBase : {true, false})
      if (canEnter(pair, isBase) && (!isAnyOwn || isOwn(isBase))) {
        (void)enterCall(pair, isBase);
        isEntered = true;
      }
    if (isEntered) return {};
    return inTheWay(pair, fmt::format("the call of {} is not the same",
                                      head.info ? head.info->sourceName : "a function pointer"));
  }
  if (auto wrong = settle(pair)) return wrong;
  std::string name = "*";
  if (isNamed) {
    name = base.info->name;
    if (!base.info->isDefined || base.info->isRuntime)
      outside_.insert(base.info->sourceName);
    else
      trusted_.insert({*base.callee, *head.callee});
  } else {
    outside_.insert("what function pointers lead to");
  }
  std::vector<Sort> sorts;
  std::string shape;
  for (const Term part : base.parts) {
    sorts.push_back(tools_.terms.sort(part));
    shape += "!" + sorts.back().str();
  }
  std::vector<Term> results;
  for (std::size_t k = 0; k < base.site->results.size(); ++k) {
    const ir::ScalarType type = base.site->results[k];
    Sort sort =
        type.width == 1 ? Sort::boolean() : Sort::bits(type.kind == ScalarKind::Pointer ? 64 : type.width);
    if (type.kind == ScalarKind::Float) sort = Sort::floating(static_cast<logic::FloatFormat>(type.format));
    const std::string function = fmt::format("call!{}!{}!{}{}", name, k, sort.str(), shape);
    results.push_back(tools_.terms.apply(tools_.terms.function(function, sorts, sort), base.parts));
  }
  const Term after = tools_.terms.apply(
      tools_.terms.function(fmt::format("call!{}!after{}", name, shape), sorts, Sort::bits(64)), base.parts);
  pair.base.memory = pair.head.memory = after;
  tools_.base.finishCall(pair.base, results);
  tools_.head.finishCall(pair.head, results);
  // What was there may be gone.
  pair.made.clear();
  return {};
}

LockstepProof::Result LockstepProof::returns(Pair& pair) {
  const ir::Instruction& base = pair.base.next();
  const ir::Instruction& head = pair.head.next();
  const ir::Function& function = *pair.base.frame().function;
  for (std::uint32_t k = 0; k < base.c; ++k) {
    const exec::Value old = pair.base.frame().slots[function.operands[base.b + k]];
    const exec::Value now = pair.head.frame().slots[pair.head.frame().function->operands[head.b + k]];
    if (!old.isDefined() && !now.isDefined()) continue;
    if (!old.isDefined() || !now.isDefined()) return inTheWay(pair, "a result that was never written");
    const ir::ScalarType type = function.results[k];
    if (!same(pair.facts, tools_.base.term(pair.base, old, type), tools_.head.term(pair.head, now, type)))
      return inTheWay(pair, "another result");
  }
  if (!same(pair.facts, pair.base.memory, pair.head.memory)) return inTheWay(pair, "memory is not the same");
  return settle(pair);
}

bool LockstepProof::isCheck(Term fact) const {
  return tools_.terms.op(fact) == Op::Apply && tools_.terms.function(tools_.terms.parameter(fact, 0)).name.starts_with("check!");
}

LockstepProof::Result LockstepProof::settle(Pair& pair) {
  const auto fresh = [&](Track& own) {
    std::vector<std::uint32_t> checks;
    std::set<std::uint32_t> known;
    for (const Term check : pair.made) known.insert(check.id());
    for (const Term check : own.checks) {
      const Term now = under(pair.facts, check);
      if (tools_.terms.isFalse(tools_.terms.operand(now, 0))) continue; // a divisor that is not 0 here
      const std::uint32_t id = now.id();
      if (known.insert(id).second) checks.push_back(id);
    }
    own.checks.clear();
    return checks;
  };
  const std::vector<std::uint32_t> old = fresh(pair.base);
  const std::vector<std::uint32_t> now = fresh(pair.head);
  if (old != now) {
    // Two accesses that go wrong are one kind of error, in whatever order. A division is another.
    const auto divides = [&](std::uint32_t id) {
      return tools_.terms.function(tools_.terms.parameter(Term(id), 0)).name == "check!division";
    };
    if (std::set(old.begin(), old.end()) != std::set(now.begin(), now.end()))
      return inTheWay(pair, "other accesses to memory");
    if (std::ranges::any_of(old, divides)) return inTheWay(pair, "what may go wrong comes in another order");
  }
  for (const std::uint32_t id : now) pair.made.emplace_back(id);

  std::set<std::uint32_t> known;
  Term any = tools_.terms.truth(false);
  pair.base.state.faults.forEach([&](const exec::PossibleFault& fault) {
    known.insert(fault.condition.id());
    any = tools_.terms.logicalOr(any, fault.condition);
  });
  Result wrong;
  pair.head.state.faults.forEach([&](const exec::PossibleFault& fault) {
    if (wrong || known.contains(fault.condition.id())) return;
    if (!holds(pair.facts, tools_.terms.implies(fault.condition, any)))
      wrong = inTheWay(pair, fmt::format("{} that the other version may not have", describe(fault.fault)));
  });
  return wrong;
}

// --- meetings
// ---------------------------------------------------------------------------------------------------

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
  visit.facts.insert(visit.facts.end(), pair.made.begin() + static_cast<std::ptrdiff_t>(first), pair.made.end());
  if (!meeting.isLoop) {
    meeting.visits[from_ ? from_->number : ~0U].push_back(std::move(visit));
    return from_ ? Result() : gather(meeting);
  }
  bool changed = false;
  if (auto wrong = add(meeting.values, visit, changed)) return inTheWay(pair, *wrong);
  if (changed && !std::exchange(meeting.isWaiting, true)) waiting_.push_back(&meeting);
  return memoryOf(meeting) ? inTheWay(pair, *memoryOf(meeting)) : Result();
}

LockstepProof::Result LockstepProof::add(CommonValues& values, const Visit& visit, bool& changed) {
  const auto outcome = values.add(visit.arrivals, [&](Term a, Term b) { return same(visit.facts, a, b); });
  if (!outcome.problem.empty()) return outcome.problem;
  const bool hasFewer = values.addFacts(visit.arrivals, visit.facts);
  changed |= outcome.changed || hasFewer;
  return {};
}

/// What all the ways that lead here now have in common.
LockstepProof::Result LockstepProof::gather(Meeting& meeting) {
  if (meeting.isLoop) return {};
  CommonValues values(tools_.terms, std::to_string(meeting.number));
  bool changed = false;
  for (const auto& [from, visits] : meeting.visits)
    for (const Visit& visit : visits)
      if (auto wrong = add(values, visit, changed)) return inTheWay(meeting.first, *wrong);
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

// --- terms
// ------------------------------------------------------------------------------------------------------

Term LockstepProof::under(const std::vector<Term>& facts, Term term) {
  if (facts.empty() || tools_.terms.isConstant(term)) return term;
  logic::TermManager& terms = tools_.terms;
  logic::Substitution known(terms);
  std::vector<Term> waiting = facts;
  while (!waiting.empty()) {
    const Term fact = waiting.back();
    waiting.pop_back();
    if (terms.isConstant(fact)) continue;
    if (terms.op(fact) == Op::And) {
      for (const Term part : terms.operands(fact)) waiting.push_back(part);
      continue;
    }
    if (terms.op(fact) == Op::Not)
      known.replace(terms.operand(fact, 0), terms.truth(false));
    else
      known.replace(fact, terms.truth(true));
    if (terms.op(fact) != Op::Equal) continue;
    const Term left = terms.operand(fact, 0);
    const Term right = terms.operand(fact, 1);
    if (terms.isConstant(right))
      known.replace(left, right);
    else if (terms.isConstant(left))
      known.replace(right, left);
  }
  return known.apply(term);
}

bool LockstepProof::same(const std::vector<Term>& facts, Term a, Term b) {
  if (a == b) return true;
  const Term x = under(facts, a);
  const Term y = under(facts, b);
  return x == y || holds(facts, tools_.terms.equal(x, y));
}

bool LockstepProof::holds(const std::vector<Term>& facts, Term condition) {
  const Term now = under(facts, condition);
  if (tools_.terms.isTrue(now)) return true;
  if (tools_.terms.isFalse(now)) return false;
  return !isPossible(facts, tools_.terms.logicalNot(now));
}

/// True when nobody knows.
bool LockstepProof::isPossible(const std::vector<Term>& facts, Term condition) {
  if (!tools_.solver || ++questions_ > mostQuestions) return true;
  solver::Query query;
  query.name = "proof";
  query.goal = tools_.terms.logicalAnd(condition, tools_.terms.conjunction(facts));
  query.wantModel = false;
  query.limits = questionLimits;
  return !std::holds_alternative<solver::Unsat>(tools_.solver->check(query));
}

std::optional<std::string> LockstepProof::inTheWay(const Pair& pair, std::string what) const {
  if (pair.head.state.frames.empty()) return what;
  const ir::Location place = tools_.head.location(pair.head);
  return fmt::format("{} at {}:{}", what, tools_.head.program().file(place.file), place.line);
}

} // namespace beagle::compare
