#include "analysis/compare/track.h"

#include "analysis/compare/code_flags.h"
#include "analysis/compare/loops_apart.h"
#include "analysis/compare/reached.h"
#include "analysis/compare/short_loops.h"
#include "analysis/compare/writes_as_loops.h"
#include "analysis/ir/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace beagle::compare {

using exec::Value;
using ir::Instruction;
using ir::Opcode;
using ir::ScalarKind;
using ir::ScalarType;
using logic::Op;
using logic::Sort;

/// Nothing is asked of the surroundings: memory and calls are not the machine's here.
class Tracker::NoSurroundings final : public exec::Surroundings {
public:
  explicit NoSurroundings(logic::TermManager& terms) : terms_(terms) {}

  using ObjectId = exec::ObjectId;
  using State = exec::State;
  exec::Ref<exec::Object> global(State&, ir::GlobalIndex) override { return {}; }
  exec::Ref<exec::Object> input(State&, ObjectId) override { return {}; }
  void settleView(State&, ObjectId) override {}
  Term sizeLimit(State&, ObjectId) override { return terms_.truth(true); }
  Term possibleSize(State&, ObjectId) override { return terms_.truth(true); }
  std::string describeLimit(const State&, ObjectId) const override { return {}; }
  std::string describeTable(const State&, ObjectId) const override { return {}; }
  Term dataOf(const State&, ObjectId) override { return {}; }
  bool call(exec::Machine& machine, ir::FunctionIndex, const exec::ModelCall&) override {
    return machine.unsupported("a call");
  }
  bool isFunction(const State&, ObjectId) const override { return false; }
  bool callElsewhere(exec::Machine& machine, ir::FunctionIndex, const exec::ModelCall&) override {
    return machine.unsupported("a call");
  }
  exec::Value root(State&, exec::RootKind, const std::vector<Term>&) override { return exec::Value::concrete(0); }
  std::string rootName(const State&, exec::ObjectId) const override { return {}; }
  bool callInput(exec::Machine& machine, ObjectId, const exec::ModelCall&) override {
    return machine.unsupported("a call");
  }
  std::optional<exec::AliasChoice> alias(const State&, ObjectId, ObjectId, exec::AliasAsked) override { return {}; }
  exec::Callees callees(const State&, ObjectId) override { return {}; }
  ObjectId knownAlias(State&, ObjectId) override { return 0; }
  void join(State&, ObjectId, ObjectId) override {}
  std::vector<Term> classes(State&, ObjectId) override { return {}; }
  void settleClass(State&, ObjectId, std::optional<std::uint32_t>) override {}
  std::optional<exec::LinkChoice> link(const State&, ObjectId) override { return {}; }
  Value target(const State&, ObjectId, std::uint32_t) override { return {}; }
  void settle(State&, std::uint32_t, std::uint32_t) override {}
  void noteNeighbours(const State&, const Value&, const Value&, exec::PointerUse) override {}
  void noteAbsent(const std::string&) override {}
  [[nodiscard]] Term failingAllocation() const override { return {}; }
  void noteOtherUse(const State&, ObjectId, std::int64_t, const ir::Access*) override {}

private:
  logic::TermManager& terms_;
};

Tracker::Tracker(logic::TermManager& terms, UnknownMemory& memory, SharedNames& names, const ir::Program& program,
                 bool isBase)
    : terms_(terms), memory_(memory), names_(names), program_(program), isBase_(isBase),
      surroundings_(std::make_unique<NoSurroundings>(terms)), machine_(program, terms, *surroundings_, {}) {}

// --- frames and places ---------------------------------------------------------------------------------------------

const ir::Function& Tracker::withWritesAsLoops(ir::FunctionIndex function) {
  auto known = writesAsLoops_.find(function);
  if (known == writesAsLoops_.end())
    known = writesAsLoops_.emplace(function, writesAsLoops(program_.body(function))).first;
  return known->second ? *known->second : program_.body(function);
}

const ir::Function& Tracker::bodyOf(ir::FunctionIndex function) {
  if (form_ == Form::LoopsApart) {
    auto known = loopsApart_.find(function);
    if (known == loopsApart_.end())
      known = loopsApart_.emplace(function, loopsApart(withWritesAsLoops(function))).first;
    if (known->second) return *known->second;
  }
  if (form_ == Form::WritesAsLoops || form_ == Form::LoopsApart) return withWritesAsLoops(function);
  if (form_ == Form::LoopsTwice) {
    auto known = loopsTwice_.find(function);
    if (known == loopsTwice_.end()) {
      known = loopsTwice_.emplace(function, loopsTwice(program_.body(function))).first;
      if (known->second) twiceOf_[&known->second->function] = &*known->second;
    }
    if (known->second) return known->second->function;
  }
  return program_.body(function);
}

exec::Ref<exec::Frame> Tracker::frameOf(ir::FunctionIndex function, std::span<const Value> arguments) {
  const ir::Function& body = bodyOf(function);
  std::vector<Value>& first = firstSlots_[&body];
  const bool isNew = first.empty();
  if (isNew) first.resize(body.slots);
  for (std::size_t i = 0; i < body.constants.size(); ++i) {
    const ir::Constant& constant = body.constants[i];
    const bool isAddress = constant.kind == ir::Constant::Kind::Global || constant.kind == ir::Constant::Kind::Function;
    if (isNew)
      first[i] = isAddress ? machine_.bitsValue(names_.addressOf(isBase_, constant)) : machine_.constant(constant);
    else if (isAddress) names_.use(isBase_, constant);
  }
  auto fresh = exec::Ref<exec::Frame>::make();
  exec::Frame& frame = fresh.mutableTarget();
  frame.function = &body;
  frame.index = function;
  frame.next = body.blocks[0].first;
  frame.slots = first;
  for (std::size_t i = 0; i < body.parameters.size(); ++i) frame.slots[body.parameters[i].slot] = arguments[i];
  return fresh;
}

void Tracker::enter(Track& track, ir::FunctionIndex function, std::span<const Value> arguments,
                    const ir::CallSite* site, std::uint32_t result) {
  if (site) ++ownFrame(track).next;
  auto fresh = frameOf(function, arguments);
  fresh.mutableTarget().callSite = site;
  fresh.mutableTarget().result = result;
  track.state.frames.push(std::move(fresh));
  track.isLanded = true;
  if (const auto by = gatheringIn(function)) {
    const std::uint64_t nothing = by->op == Opcode::Mul ? 1 : by->op == Opcode::And ? ~std::uint64_t{0} : 0;
    track.gathered.push_back(
        {static_cast<std::uint32_t>(track.state.frames.size()), *by, terms_.constant(by->width, nothing)});
  }
}

const ir::Flow& Tracker::flow(const ir::Function& body) {
  std::unique_ptr<ir::Flow>& flow = flows_[&body];
  if (!flow) flow = std::make_unique<ir::Flow>(body);
  return *flow;
}

bool Tracker::isFlag(const ir::Function& body, ir::SlotIndex slot) {
  const auto [known, isNew] = flags_.try_emplace(&body);
  if (isNew) known->second = flagsOf(body);
  return known->second[slot] != 0;
}

const std::vector<PlaceKind>& Tracker::placesIn(const exec::Frame& frame) {
  std::vector<PlaceKind>& places = (unrolls_ ? unrolledPlaces_ : places_)[frame.function];
  if (places.empty()) {
    places = placesOf(*frame.function, unrolls_ ? shortLoopsOf(*frame.function) : std::set<ir::BlockIndex>());
    if (isTailLoop(frame.index) && places[0] == PlaceKind::Inside) places[0] = PlaceKind::Loop;
  }
  return places;
}

bool Tracker::isAnyReached(ir::FunctionIndex function, const std::function<bool(ir::FunctionIndex)>& is) const {
  return compare::isAnyReached(program_, function, is);
}

bool Tracker::hasShortLoops(ir::FunctionIndex function) const {
  return isAnyReached(function, [&](ir::FunctionIndex f) { return !shortLoopsOf(program_.body(f)).empty(); });
}

bool Tracker::hasOtherOrder(ir::FunctionIndex function) const {
  return isAnyReached(function, [&](ir::FunctionIndex f) {
    const LocalOrder order = orderOfUse(program_.body(f));
    return std::ranges::any_of(order, [](const auto& local) { return local.second.made != local.second.used; });
  });
}

bool Tracker::isOfForm(ir::FunctionIndex function) {
  return isAnyReached(function, [&](ir::FunctionIndex f) { return &bodyOf(f) != &program_.body(f); });
}

ir::BlockIndex Tracker::blockOf(const Track& track) {
  return flow(*track.frame().function).blockOf(track.frame().next);
}

ir::Location Tracker::location(const Track& track) const {
  const exec::Frame& frame = track.frame();
  return machine_.location({frame.index, frame.function->code[frame.next].where});
}

bool Tracker::skips(Track& track) {
  if (track.instead == ir::none) return false;
  jump(track, track.instead);
  return true;
}

void Tracker::jump(Track& track, ir::BlockIndex block) {
  track.instead = ir::none;
  if (const auto own = twiceOf_.find(track.frame().function); own != twiceOf_.end())
    if (const auto behind = own->second->behind.find(blockOf(track)); behind != own->second->behind.end())
      track.instead = behind->second;
  exec::Frame& frame = ownFrame(track);
  frame.next = frame.function->blocks[block].first;
  track.isLanded = true;
}

// --- values --------------------------------------------------------------------------------------------------------

Term Tracker::term(Track& track, const Value& value, ScalarType type) {
  machine_.attach(track.state);
  if (type.kind == ScalarKind::Float) return machine_.floatTerm(value, static_cast<logic::FloatFormat>(type.format));
  return machine_.bitsTerm(value, type.kind == ScalarKind::Pointer ? 64 : type.width);
}

Term Tracker::bits(Track& track, ir::SlotIndex slot, std::uint32_t width) {
  return term(track, track.frame().slots[slot], {ScalarKind::Integer, 0, static_cast<std::uint16_t>(width)});
}

Value Tracker::value(Term term, ScalarType type) {
  return type.kind == ScalarKind::Float ? machine_.floatValue(term) : machine_.bitsValue(term);
}

std::optional<std::string> Tracker::use(Track& track, const Value& value, ScalarType type) {
  if (!value.isDefined()) return "a value that was never written";
  if (value.isSymbolic()) track.used.push_back(term(track, value, type));
  return {};
}

// --- going on ------------------------------------------------------------------------------------------------------

Halt Tracker::advance(Track& track) {
  while (true) {
    if (track.isLanded && place(track) != PlaceKind::Inside) return {Halt::Kind::Landed, {}};
    track.isLanded = false;
    if (form_ == Form::LoopsTwice && !trial_) noteSame(track);
    const Instruction& i = track.next();
    switch (i.op) {
    case Opcode::Jump: jump(track, i.d); continue;
    case Opcode::Branch:
    case Opcode::Switch: {
      const Value condition = track.frame().slots[i.a];
      if (!condition.isDefined()) return {Halt::Kind::Stuck, "a decision by a value that was never written"};
      return {i.op == Opcode::Branch ? Halt::Kind::Branch : Halt::Kind::Switch, {}};
    }
    case Opcode::Call:
      if (callsMath(track)) continue;
      return {Halt::Kind::Call, {}};
    case Opcode::Return:
      if (track.state.frames.size() == 1) return {Halt::Kind::Return, {}};
      break;
    case Opcode::Resume: return {Halt::Kind::Throw, {}};
    case Opcode::Unreachable:
    case Opcode::Trap: return {Halt::Kind::End, {}};
    default: break;
    }
    ++steps_;
    if (auto wrong = step(track, i)) return {Halt::Kind::Stuck, std::move(*wrong)};
  }
}

void Tracker::noteSame(Track& track) {
  const exec::Frame& frame = track.frame();
  const auto own = twiceOf_.find(frame.function);
  if (own == twiceOf_.end()) return;
  const auto here = own->second->same.find(frame.next);
  if (here == own->second->same.end()) return;
  for (const auto& [first, second] : here->second) {
    const auto type = flow(*frame.function).typeOf(first);
    if (!type || !frame.slots[first].isDefined() || !frame.slots[second].isDefined()) continue;
    track.known.push_back(
        terms_.equal(term(track, frame.slots[first], *type), term(track, frame.slots[second], *type)));
  }
}

std::optional<std::string> Tracker::step(Track& track, const Instruction& i) {
  switch (i.op) {
  case Opcode::Allocate: return allocate(track, i);
  case Opcode::Load: return load(track, i);
  case Opcode::Store: return store(track, i);
  case Opcode::CopyMemory:
  case Opcode::MoveMemory:
  case Opcode::SetMemory: return copyOrFill(track, i);
  case Opcode::LifetimeStart:
  case Opcode::LifetimeEnd: return mark(track, i);
  case Opcode::StackSave:
  case Opcode::StackRestore: return saveOrRestore(track, i);
  case Opcode::Return: return leave(track, i);
  case Opcode::TypeIdFor: {
    const std::array sorts{Sort::bits(64)};
    const std::array parts{bits(track, i.a, 64)};
    exec::Frame& frame = ownFrame(track);
    frame.slots[i.d] = machine_.bitsValue(terms_.apply(terms_.function("typeid", sorts, Sort::bits(32)), parts));
    ++frame.next;
    return {};
  }
  case Opcode::IndirectJump:
  case Opcode::CompareExchange:
  case Opcode::VaStart:
  case Opcode::VaEnd:
  case Opcode::VaCopy:
  case Opcode::VaArg:
  case Opcode::LandingPad:
  case Opcode::Unsupported: return fmt::format("instruction {}", ir::nameOf(i.op));
  case Opcode::PointerULess:
  case Opcode::PointerULessEqual: return order(track, i) ? std::nullopt : compute(track);
  case Opcode::Select:
    if (const Value& condition = track.frame().slots[i.a]; condition.isSymbolic())
      track.used.push_back(bits(track, i.a, 1));
    return compute(track);
  case Opcode::PointerIndex: noteIndex(track, i); return compute(track);
  default: return compute(track);
  }
}

/// What only concerns values is the machine's to do. Where it asks, one answer leads to an error, and that it
/// is not given has to be checked.
std::optional<std::string> Tracker::compute(Track& track) {
  while (true) {
    const exec::Stop stop = machine_.run(track.state, 1, {});
    if (std::holds_alternative<exec::Paused>(stop)) return {};
    const auto* asked = std::get_if<exec::Asked>(&stop);
    if (asked && asked->choice.kind == exec::ChoiceKind::Assume) { // where pointers lead
      track.limitsSizes = true;
      track.state.decide(0, true);
      continue;
    }
    if (!asked || asked->choice.kind != exec::ChoiceKind::Division)
      return fmt::format("instruction {}", ir::nameOf(track.next().op));
    const std::array sorts{Sort::boolean()};
    const std::array parts{asked->choice.alternatives[0]};
    track.checks.push_back(terms_.apply(terms_.function("check!division", sorts, Sort::boolean()), parts));
    track.state.decide(1, true);
  }
}

namespace {

/// What is added up in it, constants apart.
std::vector<Term> summands(const logic::TermManager& terms, Term sum) {
  std::vector<Term> found, waiting{sum};
  while (!waiting.empty()) {
    const Term part = waiting.back();
    waiting.pop_back();
    if (terms.op(part) == Op::Add)
      for (const Term operand : terms.operands(part)) waiting.push_back(operand);
    else if (!terms.isConstant(part)) found.push_back(part);
  }
  return found;
}

} // namespace

bool Tracker::order(Track& track, const Instruction& i) {
  const Value a = track.frame().slots[i.a], b = track.frame().slots[i.b];
  if (!a.isSymbolic() || !b.isSymbolic()) return false;
  const Term left = bits(track, i.a, 64), right = bits(track, i.b, 64);
  const std::vector<Term> others = summands(terms_, right);
  const auto isShared = [&](Term part) {
    return terms_.op(part) != Op::ZeroExtend && terms_.op(part) != Op::SignExtend &&
           std::ranges::find(others, part) != others.end();
  };
  if (left == right || std::ranges::none_of(summands(terms_, left), isShared)) return false;
  const Term zero = terms_.constant(64, 0);
  const auto isLower = [&](Term x, Term y) { return terms_.binary(Op::SLess, terms_.binary(Op::Sub, x, y), zero); };
  const Term answer = i.op == Opcode::PointerULess ? isLower(left, right) : terms_.logicalNot(isLower(right, left));
  track.limitsSizes = true;
  exec::Frame& frame = ownFrame(track);
  frame.slots[i.d] = machine_.bitsValue(answer);
  ++frame.next;
  return true;
}

/// An index into an object times the size of its elements is a number.
void Tracker::noteIndex(Track& track, const Instruction& i) {
  const Value index = track.frame().slots[i.b];
  if (i.extra != ir::InBounds || i.width != 64 || i.c < 2 || !index.isSymbolic()) return;
  const Term number = bits(track, i.b, 64);
  const std::uint64_t most = (std::uint64_t{1} << 63U) / i.c;
  const Term above = terms_.binary(Op::Add, number, terms_.constant(64, most));
  const Term inside = terms_.binary(Op::ULess, above, terms_.constant(64, 2 * most));
  if (terms_.isConstant(inside) || std::ranges::find(track.known, inside) != track.known.end()) return;
  track.known.push_back(inside);
  track.limitsSizes = true;
}

} // namespace beagle::compare
