// Calls of a version, and those that are loops.

#include "analysis/compare/track.h"
#include "analysis/exec/models.h"
#include "analysis/ir/landing_pads.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace beagle::compare {

using exec::Value;
using ir::Instruction;
using ir::Opcode;
using ir::ScalarKind;
using ir::ScalarType;
using logic::Op;
using logic::Sort;

std::optional<Gathering> Tracker::gatheringIn(ir::FunctionIndex function) {
  const auto [known, isNew] = gatherings_.try_emplace(function);
  if (isNew) known->second = gatheringOf(program_.body(function), function);
  return known->second;
}

Term Tracker::gather(Gathering by, Term left, Term right) const {
  switch (by.op) {
  case Opcode::Mul: return terms_.binary(Op::Mul, left, right);
  case Opcode::And: return terms_.binary(Op::BitAnd, left, right);
  case Opcode::Or: return terms_.binary(Op::BitOr, left, right);
  case Opcode::Xor: return terms_.binary(Op::BitXor, left, right);
  default: return terms_.binary(Op::Add, left, right);
  }
}

Term Tracker::withGathered(const Track& track, Term result) const {
  const bool has = !track.gathered.empty() && track.gathered.back().depth == track.state.frames.size();
  return has ? gather(track.gathered.back().by, track.gathered.back().value, result) : result;
}

void Tracker::replace(Track& track, ir::FunctionIndex function, std::span<const Value> arguments) {
  const auto call = tailCallAt(*track.frame().function, track.frame().next);
  if (call && call->gathering) {
    Gathered& own = track.gathered.back();
    own.value = gather(own.by, own.value, bits(track, call->operand, own.by.width));
  }
  auto fresh = frameOf(function, arguments);
  fresh.mutableTarget().callSite = track.frame().callSite;
  fresh.mutableTarget().result = track.frame().result;
  track.state.frames.pop();
  track.state.frames.push(std::move(fresh));
  track.isLanded = true;
}

bool Tracker::isTailCall(const Track& track) const {
  const auto depth = static_cast<std::uint32_t>(track.state.frames.size());
  const auto isOwn = [&](const LocalObject& local) { return local.depth == depth; };
  const auto call = tailCallAt(*track.frame().function, track.frame().next);
  if (!call || std::ranges::any_of(track.locals, isOwn)) return false;
  if (!call->gathering) return true;
  const ir::FunctionIndex callee = track.frame().function->calls[track.next().b].function;
  return callee == track.frame().index && !track.gathered.empty() && track.gathered.back().depth == depth &&
         track.gathered.back().by == *call->gathering;
}

bool Tracker::isTailLoop(ir::FunctionIndex function) {
  const auto known = tailLoops_.find(function);
  if (known != tailLoops_.end()) return known->second;
  std::set<ir::FunctionIndex> seen;
  std::vector<ir::FunctionIndex> waiting{function};
  bool isLoop = false;
  while (!waiting.empty() && !isLoop) {
    const ir::FunctionIndex next = waiting.back();
    waiting.pop_back();
    const ir::Function& body = program_.body(next);
    for (std::uint32_t i = 0; i < body.code.size(); ++i) {
      if (body.code[i].op != Opcode::Call) continue;
      const auto call = tailCallAt(body, i);
      const ir::FunctionIndex callee = body.calls[body.code[i].b].function;
      if (!call || (call->gathering && (callee != next || gatheringIn(next) != call->gathering))) continue;
      if (callee == ir::none || !program_.functions()[callee].isDefined || program_.functions()[callee].isRuntime)
        continue;
      isLoop = isLoop || callee == function;
      if (seen.insert(callee).second) waiting.push_back(callee);
    }
  }
  tailLoops_[function] = isLoop;
  return isLoop;
}

bool Tracker::callsItself(ir::FunctionIndex function) const {
  return std::ranges::find(program_.body(function).calls, function, &ir::CallSite::function) !=
         program_.body(function).calls.end();
}

std::optional<ir::FunctionIndex> Tracker::calleeOf(Track& track) {
  const ir::CallSite& site = track.frame().function->calls[track.next().b];
  if (site.function != ir::none) return site.function;
  return names_.functionAt(isBase_, bits(track, site.pointer, 64));
}

bool Tracker::callsMath(Track& track) {
  const ir::CallSite& site = track.frame().function->calls[track.next().b];
  if (program_.looksBehindMath() || site.function == ir::none || site.results.size() != 1 || site.unwind != ir::none)
    return false;
  const ir::FunctionInfo& info = program_.functions()[site.function];
  if (info.isDefined && !info.isRuntime) return false;
  std::vector<Term> arguments;
  for (const ir::CallArgument& argument : site.arguments) {
    const Value& value = track.frame().slots[argument.slot];
    if (!value.isDefined() || argument.type.kind == ScalarKind::Pointer) return false;
    arguments.push_back(term(track, value, argument.type));
  }
  auto result = arguments.empty() ? std::nullopt : exec::mathTerm(terms_, info.name, arguments);
  const ir::ScalarType type = site.results.front();
  if (!result || type.kind != ScalarKind::Float ||
      static_cast<logic::FloatFormat>(type.format) != terms_.sort(*result).format())
    return false;
  track.callsMath = track.callsMath || terms_.op(*result) == Op::Apply || terms_.op(*result) == Op::FpSqrt;
  for (const ir::CallArgument& argument : site.arguments)
    if (argument.noundef) (void)use(track, track.frame().slots[argument.slot], argument.type);
  if (trial_ && terms_.op(*result) == Op::Apply) result = trial_->chosen(*result, type);
  finishCall(track, std::array{*result});
  return true;
}

void Tracker::finishCall(Track& track, std::span<const Term> results) {
  exec::Frame& frame = ownFrame(track);
  const Instruction& i = frame.function->code[frame.next];
  const ir::CallSite& site = frame.function->calls[i.b];
  for (std::size_t k = 0; k < results.size(); ++k) frame.slots[i.d + k] = value(results[k], site.results[k]);
  ++frame.next;
  if (site.normal != ir::none) jump(track, site.normal);
}

std::optional<std::string> Tracker::dropLocals(Track& track) {
  const auto isOwn = [&](const LocalObject& local) { return local.depth == track.state.frames.size(); };
  if (std::ranges::any_of(track.locals, [&](const auto& local) { return isOwn(local) && local.isKnownOutside; }))
    return "a local object that others may still know of";
  std::erase_if(track.locals, isOwn);
  return {};
}

bool Track::isCaught(bool leavesFirst) const {
  if (!leavesFirst && frame().function->calls[next().b].unwind != ir::none) return true;
  for (std::size_t i = 1; i < state.frames.size(); ++i)
    if (const ir::CallSite* site = state.frames[i]->callSite; site && site->unwind != ir::none) return true;
  return false;
}

Handler Tracker::handler(Track& track) {
  const ir::Function& function = *track.frame().function;
  const ir::BlockIndex unwind = function.calls[track.next().b].unwind;
  if (unwind == ir::none) return {};
  const ir::LandingPad* pad = ir::landingPadAt(function, unwind);
  if (!pad) return {unwind, true, {}}; // which nothing can land at
  Handler handler{unwind, pad->isCleanup, {}};
  for (const ir::LandingPad::Clause& clause : pad->clauses) {
    handler.types += clause.isFilter ? "!only" : "!";
    for (const ir::SlotIndex type : clause.types) {
      const Term address = bits(track, type, 64);
      const bool isNull = terms_.isConstant(address) && terms_.bits64(address) == 0;
      handler.takesAll = handler.takesAll || (!clause.isFilter && isNull);
      handler.types += fmt::format("!{}", address.id());
    }
  }
  return handler;
}

std::optional<std::string> Tracker::leaveThrowing(Track& track) {
  const auto depth = static_cast<std::uint32_t>(track.state.frames.size());
  if (auto wrong = dropLocals(track)) return wrong;
  if (!track.gathered.empty() && track.gathered.back().depth == depth) track.gathered.pop_back();
  track.state.frames.pop();
  --ownFrame(track).next; // to the call, which it went past
  return {};
}

std::optional<std::string> Tracker::land(Track& track, const Handler& handler, Term exception) {
  const ir::Function& function = *track.frame().function;
  if (!ir::landingPadAt(function, handler.at)) return "an exception lands where it is not known";
  jump(track, handler.at);
  while (track.next().op != Opcode::LandingPad) {
    if (track.next().op == Opcode::Jump) jump(track, track.next().d);
    else if (auto wrong = step(track, track.next())) return wrong;
  }
  track.isLanded = false;
  const std::array sorts{Sort::bits(64)};
  const std::array parts{exception};
  exec::Frame& frame = ownFrame(track);
  const ir::SlotIndex slot = track.next().d;
  frame.slots[slot] = machine_.bitsValue(exception);
  // Of pads that tell other types apart, nothing is known in common.
  frame.slots[slot + 1] =
      machine_.bitsValue(terms_.apply(terms_.function("selector" + handler.types, sorts, Sort::bits(32)), parts));
  ++frame.next;
  return {};
}

std::optional<std::string> Tracker::leave(Track& track, const Instruction& i) {
  const auto depth = static_cast<std::uint32_t>(track.state.frames.size());
  std::vector<Term> gone;
  for (const LocalObject& local : track.locals)
    if (local.depth == depth) gone.push_back(local.address);
  if (auto wrong = dropLocals(track)) return wrong;
  const exec::Ref<exec::Frame> left = track.state.frames.back();
  std::vector<Value> results;
  for (std::uint32_t k = 0; k < i.c; ++k) results.push_back(left->slots[left->function->operands[i.b + k]]);
  if (!track.gathered.empty() && track.gathered.back().depth == depth) {
    const Gathered& own = track.gathered.back();
    const ScalarType type{ScalarKind::Integer, 0, own.by.width};
    if (results.front().isDefined())
      results.front() = value(gather(own.by, own.value, term(track, results.front(), type)), type);
    track.gathered.pop_back();
  }
  // Another object will have the name of one that is gone.
  for (const Value& result : results)
    if (result.isDefined() && result.isSymbolic())
      for (const Term object : memory_.addressesIn(result.asTerm()))
        if (std::ranges::find(gone, object) != gone.end()) return "the address of a local object that is gone";
  if (left->function->noundefResult)
    for (std::size_t k = 0; k < results.size(); ++k)
      if (auto wrong = use(track, results[k], left->function->results[k])) return wrong;
  track.state.frames.pop();
  exec::Frame& frame = ownFrame(track);
  for (std::uint32_t k = 0; k < i.c; ++k) frame.slots[left->result + k] = results[k];
  if (left->callSite->normal != ir::none) jump(track, left->callSite->normal);
  return {};
}

} // namespace beagle::compare
