// What the versions do on their way: calls, results, and whatever can be seen of the rest.

#include "analysis/compare/lockstep_proof.h"
#include "analysis/exec/system_calls.h"
#include "analysis/ir/assertion_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ranges>

namespace beagle::compare {

using ir::ScalarKind;
using logic::Op;
using logic::Sort;

namespace {

constexpr std::uint32_t mostFrames = 6;

} // namespace

bool LockstepProof::canEnter(Pair& pair, bool isBase) {
  Track& own = track(pair, isBase);
  const auto callee = tracker(isBase).calleeOf(own);
  if (!callee) return false;
  const ir::FunctionInfo& info = tracker(isBase).program().functions()[*callee];
  if (!info.isDefined || info.isRuntime) return false;
  if (!replaces(pair, isBase)) {
    if (own.state.frames.size() >= mostFrames) return false;
    // A recursion is followed for as many turns as a loop is.
    std::uint32_t turns = 0;
    for (std::size_t i = 0; i < own.state.frames.size(); ++i) turns += own.state.frames[i]->index == *callee ? 1 : 0;
    hasTurns_ = hasTurns_ || turns > 0;
    if (turns > 0 && turns >= (isBase ? pace_.baseTurns : pace_.headTurns)) return false;
  }
  const ir::Function& body = tracker(isBase).program().body(*callee);
  const ir::CallSite& site = own.frame().function->calls[own.next().b];
  const auto isSame = [](const ir::CallArgument& argument, const ir::Parameter& parameter) {
    return argument.type == parameter.type;
  };
  return !body.isVariadic && std::ranges::equal(site.arguments, body.parameters, isSame) &&
         site.results == body.results;
}

bool LockstepProof::isOwnCall(Pair& pair, bool isBase) {
  const auto callee = tracker(isBase).calleeOf(track(pair, isBase));
  return callee && !tracker(!isBase).program().find(tracker(isBase).program().functions()[*callee].name);
}

bool LockstepProof::failAssertions(Pair& pair) {
  const auto failing = [&](bool isBase) -> std::string_view {
    const Track& own = track(pair, isBase);
    const auto callee = tracker(isBase).calleeOf(track(pair, isBase));
    const bool comesBack = own.frame().function->code[own.frame().next + 1].op != ir::Opcode::Unreachable;
    if (!callee || comesBack) return {};
    const ir::FunctionInfo& info = tracker(isBase).program().functions()[*callee];
    const bool hasCode = info.isDefined && !info.isRuntime;
    const bool isReport = exec::isOfLibrary(tracker(isBase).program(), info) && ir::reportsAssertion(info.name);
    return isReport && !hasCode ? std::string_view(info.name) : std::string_view();
  };
  const std::string_view base = failing(true);
  return !base.empty() && base == failing(false);
}

bool LockstepProof::replaces(Pair& pair, bool isBase) {
  Track& own = track(pair, isBase);
  const auto callee = tracker(isBase).calleeOf(own);
  if (!callee) return false;
  const ir::FunctionInfo& info = tracker(isBase).program().functions()[*callee];
  const ir::CallSite& site = own.frame().function->calls[own.next().b];
  const auto isCopied = [](const ir::CallArgument& argument) { return argument.byvalSize != 0; };
  return info.isDefined && !info.isRuntime && tracker(isBase).isTailLoop(*callee) && tracker(isBase).isTailCall(own) &&
         std::ranges::none_of(site.arguments, isCopied);
}

LockstepProof::Result LockstepProof::enterCall(Pair& pair, bool isBase) {
  Track& own = track(pair, isBase);
  const auto callee = tracker(isBase).calleeOf(own);
  const ir::Instruction& i = own.next();
  const ir::CallSite& site = own.frame().function->calls[i.b];
  std::vector<exec::Value> arguments;
  for (const ir::CallArgument& argument : site.arguments) {
    arguments.push_back(own.frame().slots[argument.slot]);
    if (argument.noundef)
      if (auto wrong = tracker(isBase).use(own, arguments.back(), argument.type)) return inTheWay(pair, *wrong);
  }
  if (!isBase) entered_.insert(*callee);
  if (replaces(pair, isBase)) {
    tracker(isBase).replace(own, *callee, arguments);
    return {};
  }
  tracker(isBase).enter(own, *callee, arguments, &site, i.d);
  if (auto wrong = tracker(isBase).copyArguments(own, site)) return inTheWay(pair, *wrong);
  return {};
}

std::vector<Term> LockstepProof::callParts(Pair& pair, bool isBase, bool isNamed) {
  Track& own = track(pair, isBase);
  const ir::CallSite& site = own.frame().function->calls[own.next().b];
  std::vector<Term> parts;
  if (!isNamed) parts.push_back(tracker(isBase).bits(own, site.pointer, 64));
  for (const ir::CallArgument& argument : site.arguments) {
    parts.push_back(tracker(isBase).term(own, own.frame().slots[argument.slot], argument.type));
    tracker(isBase).publish(own, parts.back());
  }
  parts.insert(parts.begin(), own.memory);
  return parts;
}

Term LockstepProof::ofCall(const std::string& name, std::string_view what, Sort sort, const std::vector<Term>& parts) {
  std::vector<Sort> sorts;
  std::string function = fmt::format("call!{}!{}", name, what);
  for (const Term part : parts) {
    sorts.push_back(tools_.terms.sort(part));
    function += "!" + sorts.back().str();
  }
  return tools_.terms.apply(tools_.terms.function(function, sorts, sort), parts);
}

LockstepProof::Called LockstepProof::called(const ir::CallSite& site, const std::string& name,
                                            const std::vector<Term>& parts) {
  Called after;
  for (std::size_t k = 0; k < site.results.size(); ++k) {
    const ir::ScalarType type = site.results[k];
    Sort sort = type.width == 1 ? Sort::boolean() : Sort::bits(type.kind == ScalarKind::Pointer ? 64 : type.width);
    if (type.kind == ScalarKind::Float) sort = Sort::floating(static_cast<logic::FloatFormat>(type.format));
    after.results.push_back(ofCall(name, fmt::format("{}!{}", k, sort.str()), sort, parts));
    if (trial_) after.results.back() = trial_->chosen(after.results.back(), type);
  }
  after.memory = ofCall(name, "after", Sort::bits(64), parts);
  return after;
}

LockstepProof::Result LockstepProof::calls(Pair& pair, std::vector<Pair>& waiting) {
  struct Call {
    const ir::CallSite* site;
    std::optional<ir::FunctionIndex> callee;
    const ir::FunctionInfo* info;
    std::vector<Term> parts;
  };
  const auto look = [&](bool isBase) {
    Track& own = track(pair, isBase);
    Call call{&own.frame().function->calls[own.next().b], tracker(isBase).calleeOf(own), nullptr, {}};
    if (call.callee) call.info = &tracker(isBase).program().functions()[*call.callee];
    return call;
  };
  Call base = look(true);
  Call head = look(false);
  const bool isNamed = base.info && head.info;
  bool isOne = base.site->results == head.site->results && base.site->arguments.size() == head.site->arguments.size();
  if (isNamed) {
    isOne = isOne && base.info->name == head.info->name && base.info->isRuntime == head.info->isRuntime &&
            base.info->isDefined == head.info->isDefined;
    const bool isOutside = !base.info->isDefined || base.info->isRuntime;
    isOne = isOne && (isOutside || isTrusted_({*base.callee, *head.callee}));
  } else {
    isOne = isOne && !base.info && !head.info;
  }
  isOne = isOne && !(isNamed && base.info->comesBack);
  if (isOne) {
    base.parts = callParts(pair, true, isNamed);
    head.parts = callParts(pair, false, isNamed);
    for (std::size_t k = 0; isOne && k < base.parts.size(); ++k)
      isOne = tools_.terms.sort(base.parts[k]) == tools_.terms.sort(head.parts[k]) &&
              same(pair.facts, base.parts[k], head.parts[k]);
  }
  if (!isOne) {
    // Their bodies may still do the same.
    bool isEntered = false;
    const bool isAnyOwn = isOwnCall(pair, true) || isOwnCall(pair, false);
    const bool isBaseFirst = pace_.baseTurns >= pace_.headTurns;
    for (const bool isBase : {isBaseFirst, !isBaseFirst})
      if (canEnter(pair, isBase) && (!isAnyOwn || isOwnCall(pair, isBase)) && !(isEntered && pace_.entersOne)) {
        if (auto wrong = enterCall(pair, isBase)) return wrong;
        isEntered = true;
      }
    if (isEntered) return {};
    return inTheWay(
        pair, fmt::format("the call of {} is not the same", head.info ? head.info->sourceName : "a function pointer"));
  }
  if (auto wrong = settle(pair)) return wrong;
  std::string name = "*";
  if (isNamed) {
    name = base.info->name;
    if (base.info->isDefined && !base.info->isRuntime) trusted_.insert({*base.callee, *head.callee});
    else outside_.insert(base.info->isRuntime ? std::string(librariesName) : base.info->sourceName);
  } else {
    outside_.insert("what function pointers lead to");
  }
  Called after = called(*base.site, name, base.parts);
  pair.base.memory = pair.head.memory = after.memory; // whether it comes back or throws
  const bool isNoThrow = isNamed && base.info->isNoThrow && head.info->isNoThrow;
  if (!isNoThrow && !trial_ && (pair.base.isCaught(false) || pair.head.isCaught(false))) {
    Pair thrown = pair;
    thrown.made.clear();
    const Term throws = ofCall(name, "throws", Sort::boolean(), base.parts);
    thrown.facts.push_back(throws);
    const Term exception = ofCall(name, "exception", Sort::bits(64), base.parts);
    if (auto wrong = raise(std::move(thrown), exception, false, waiting)) return wrong;
    pair.facts.push_back(tools_.terms.logicalNot(throws));
  }
  if (isNamed && !after.results.empty()) knowReply(pair, *base.info, base.parts, after.results.front());
  const bool isRecursion = isNamed && FunctionPairing{*base.callee, *head.callee} == root_;
  hasTurns_ = hasTurns_ || isRecursion;
  if (isRecursion && !after.results.empty()) knowResult(pair, after.results.front(), std::span(base.parts).subspan(1));
  tools_.base.finishCall(pair.base, after.results);
  tools_.head.finishCall(pair.head, after.results);
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
    const Term left = tools_.base.withGathered(pair.base, tools_.base.term(pair.base, old, type));
    const Term right = tools_.head.withGathered(pair.head, tools_.head.term(pair.head, now, type));
    if (!same(pair.facts, left, right)) return inTheWay(pair, "another result");
    if (!trial_) checkResult(pair, left);
  }
  if (!same(pair.facts, pair.base.memory, pair.head.memory)) return inTheWay(pair, "memory is not the same");
  return settle(pair);
}

void LockstepProof::knowReply(Pair& pair, const ir::FunctionInfo& function, const std::vector<Term>& parts,
                              Term& result) {
  logic::TermManager& terms = tools_.terms;
  const auto reply = exec::isOfLibrary(tools_.base.program(), function) ? exec::replyOf(function.name) : std::nullopt;
  if (!reply || !terms.sort(result).isBits()) return;
  Term said;
  if (reply->says && *reply->says + 1 < parts.size()) said = parts[*reply->says + 1];
  if (said && terms.sort(said) != terms.sort(result)) return;
  const Term is = reply->allows(terms, result, said);
  if (trial_) {
    if (!terms.isFalse(is)) return;
    const std::uint32_t width = terms.width(result);
    const Term failed = terms.constant(width, ~std::uint64_t{0});
    const bool fails = terms.bits64(result) % 2 != 0 && terms.isTrue(reply->allows(terms, failed, said));
    result = fails ? failed : terms.constant(width, 0);
    return;
  }
  outside_.erase(function.sourceName);
  outside_.insert(fmt::format("{} ({})", function.sourceName, reply->words()));
  pair.facts.push_back(is);
}

void LockstepProof::knowResult(Pair& pair, Term result, std::span<const Term> arguments) {
  if (trial_ || arguments.size() != tools_.base.program().body(root_.first).parameters.size()) return;
  for (std::size_t k = 0; k < results_->size(); ++k) {
    const Term fact = results_->term(tools_.terms, k, result, arguments);
    if (!tools_.terms.isConstant(fact)) pair.facts.push_back(fact);
  }
}

void LockstepProof::checkResult(Pair& pair, Term result) {
  if (results_->empty()) return;
  std::vector<Term> given;
  const std::vector<ir::Parameter>& parameters = pair.base.frame().function->parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) given.push_back(parameter(i, parameters[i].type));
  for (std::size_t k = 0; k < results_->size(); ++k)
    if (!wrongResults_.contains(k) && !holds(pair.facts, results_->term(tools_.terms, k, result, given)))
      wrongResults_.insert(k);
}

bool LockstepProof::isCheck(Term fact) const {
  return tools_.terms.op(fact) == Op::Apply &&
         tools_.terms.function(tools_.terms.parameter(fact, 0)).name.starts_with("check!");
}

std::vector<std::uint32_t> LockstepProof::newChecks(Pair& pair, bool isBase) {
  std::vector<std::uint32_t> checks;
  std::set<std::uint32_t> known;
  for (const Term check : pair.made) known.insert(check.id());
  for (const Term check : track(pair, isBase).checks) {
    const Term now = under(pair.facts, check);
    if (tools_.terms.isFalse(tools_.terms.operand(now, 0))) continue; // a divisor that is not 0 here
    const std::uint32_t id = now.id();
    if (known.insert(id).second) checks.push_back(id);
  }
  // Where a write goes well a read does, too, and one goes as wrong as the other.
  std::erase_if(checks, [&](std::uint32_t id) {
    return nameOf(Term(id)) == readCheck && known.contains(asWrite(Term(id)).id());
  });
  return checks;
}

std::string_view LockstepProof::nameOf(Term check) const {
  return tools_.terms.function(tools_.terms.parameter(check, 0)).name;
}

Term LockstepProof::asWrite(Term check) {
  const std::array sorts{Sort::bits(64), Sort::bits(64)};
  return tools_.terms.apply(tools_.terms.function(writeCheck, sorts, Sort::boolean()), tools_.terms.operands(check));
}

bool LockstepProof::shows(const std::vector<Term>& facts, Term made, Term check) {
  const bool isStronger = nameOf(made) == writeCheck && nameOf(check) == readCheck;
  return (isStronger || nameOf(made) == nameOf(check)) &&
         std::ranges::equal(tools_.terms.operands(made), tools_.terms.operands(check), [&](Term a, Term b) {
           return tools_.terms.sort(a) == tools_.terms.sort(b) && same(facts, a, b);
         });
}

std::optional<bool> LockstepProof::whoIsBehind(Pair& pair) {
  const std::size_t old = newChecks(pair, true).size(), now = newChecks(pair, false).size();
  if (old == now) return {};
  return old < now;
}

LockstepProof::Result LockstepProof::settle(Pair& pair) {
  std::vector<std::uint32_t> old = newChecks(pair, true);
  std::vector<std::uint32_t> now = newChecks(pair, false);
  pair.base.checks.clear();
  pair.head.checks.clear();
  if (old != now) unify(pair, old, now);
  if (old != now) {
    // Two accesses that go wrong are one kind of error, in whatever order. A division is another.
    const auto divides = [&](std::uint32_t id) { return nameOf(Term(id)) == "check!division"; };
    if (std::set(old.begin(), old.end()) != std::set(now.begin(), now.end()))
      return inTheWay(pair, "other accesses to memory");
    if (std::ranges::any_of(old, divides)) return inTheWay(pair, "what may go wrong comes in another order");
  }
  for (const std::uint32_t id : now) {
    pair.made.emplace_back(id);
    noteReach(pair, Term(id));
  }

  if (auto wrong = usesNoMore(pair)) return wrong;

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

std::vector<Term> LockstepProof::partsUsed(const Track& track) {
  std::vector<Term> parts;
  for (const Term value : track.used)
    for (const Term part : unwritten_.partsOf(value)) parts.push_back(part);
  return parts;
}

LockstepProof::Result LockstepProof::usesNoMore(Pair& pair) {
  if (trial_) return {};
  const std::vector<Term> now = partsUsed(pair.head);
  if (now.empty()) return {};
  const std::vector<Term> old = partsUsed(pair.base);
  const auto isUsed = [&](Term part) {
    constexpr std::size_t most = 16; // that are looked at closely, the last ones first
    if (std::ranges::find(old, part) != old.end()) return true;
    return std::ranges::any_of(old | std::views::reverse | std::views::take(most), [&](Term other) {
      return tools_.terms.sort(other) == tools_.terms.sort(part) && same(pair.facts, other, part);
    });
  };
  return std::ranges::all_of(now, isUsed) ? Result() : inTheWay(pair, "the use of what may never have been written");
}

void LockstepProof::noteReach(Pair& pair, Term check) {
  logic::TermManager& terms = tools_.terms;
  if (terms.operands(check).size() != 2 || trial_) return;
  const Term count = terms.operand(check, 1);
  constexpr std::uint64_t largest = 0xffff'ffff; // bytes of an object
  if (!terms.isConstant(count) || terms.bits64(count) > largest) return;
  // One pointer, and beside it an index that is less wide.
  Term way, pointer;
  bool hasIndex = false;
  std::vector<Term> parts{terms.operand(check, 0)};
  while (!parts.empty()) {
    const Term part = parts.back();
    parts.pop_back();
    if (terms.op(part) == Op::Add) {
      for (const Term summand : terms.operands(part)) parts.push_back(summand);
      continue;
    }
    if (terms.isConstant(part) || terms.op(part) == Op::ZeroExtend || terms.op(part) == Op::SignExtend) {
      hasIndex = hasIndex || terms.op(part) == Op::ZeroExtend;
      way = way ? terms.binary(Op::Add, way, part) : part;
    } else if (pointer) {
      return;
    } else {
      pointer = part;
    }
  }
  if (!pointer || !hasIndex) return;
  limitsSizes_ = true;
  const Term reach = terms.binary(Op::SLessEqual, way, terms.constant(64, largest - terms.bits64(count)));
  if (!terms.isConstant(reach)) pair.facts.push_back(reach);
}

bool LockstepProof::staysInside(const Pair& pair, bool isBase, Term check) {
  logic::TermManager& terms = tools_.terms;
  if (nameOf(check) != readCheck && nameOf(check) != writeCheck) return false;
  const UnknownMemory::Place place = tools_.memory.placeOf(terms.operand(check, 0));
  const Term count = terms.operand(check, 1);
  if (!place.object || !terms.isConstant(count) ||
      (nameOf(check) == writeCheck && tools_.names.isConstant(place.object)))
    return false;
  const auto size = tracker(isBase).sizeAt(isBase ? pair.base : pair.head, place.object);
  if (!size || *size < terms.bits64(count)) return false;
  return holds(pair.facts, terms.binary(Op::ULessEqual, place.offset, terms.constant(64, *size - terms.bits64(count))));
}

/// What is the same check here, though it is written in another way, goes by one name.
void LockstepProof::unify(const Pair& pair, std::vector<std::uint32_t>& old, std::vector<std::uint32_t>& now) {
  logic::TermManager& terms = tools_.terms;
  const auto isSame = [&](std::uint32_t a, std::uint32_t b) {
    const Term left(a), right(b);
    if (terms.parameter(left, 0) != terms.parameter(right, 0)) return false;
    const auto mine = terms.operands(left), others = terms.operands(right);
    return std::ranges::equal(mine, others,
                              [&](Term x, Term y) { return terms.sort(x) == terms.sort(y) && same(pair.facts, x, y); });
  };
  const auto has = [](const std::vector<std::uint32_t>& list, std::uint32_t id) {
    return std::ranges::find(list, id) != list.end();
  };
  for (std::vector<std::uint32_t>* own : {&old, &now}) {
    const std::vector<std::uint32_t>& other = own == &old ? now : old;
    for (std::uint32_t& id : *own) {
      if (has(other, id)) continue;
      const auto twin = std::ranges::find_if(
          other, [&](std::uint32_t candidate) { return !has(*own, candidate) && isSame(id, candidate); });
      if (twin != other.end()) id = *twin;
    }
    // What went well before goes well again.
    std::erase_if(*own, [&](std::uint32_t id) {
      return !has(other, id) &&
             (std::ranges::any_of(pair.made, [&](Term made) { return shows(pair.facts, made, Term(id)); }) ||
              staysInside(pair, own == &old, Term(id)));
    });
  }
}

} // namespace beagle::compare
