#include "analysis/compare/track.h"

#include "analysis/compare/code_flags.h"
#include "analysis/compare/short_loops.h"
#include "analysis/compare/writes_as_loops.h"
#include "analysis/ir/operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace beagle::compare {

using exec::Value;
using ir::Instruction;
using ir::Opcode;
using ir::ScalarKind;
using ir::ScalarType;
using logic::Op;
using logic::Sort;

namespace {

/// Structures up to this size are copied as one value, so that what is stored can be found again.
constexpr std::uint64_t mostBytesAtOnce = 64;

} // namespace

/// Nothing is asked of the surroundings: memory and calls are not the machine's here.
class Tracker::NoSurroundings final : public exec::Surroundings {
public:
  explicit NoSurroundings(logic::TermManager& terms) : terms_(terms) {}

  using ObjectId = exec::ObjectId;
  using State = exec::State;
  exec::Ref<exec::Object> global(State&, ir::GlobalIndex) override { return {}; }
  exec::Ref<exec::Object> input(State&, ObjectId) override { return {}; }
  Term sizeLimit(State&, ObjectId) override { return terms_.truth(true); }
  Term possibleSize(State&, ObjectId) override { return terms_.truth(true); }
  std::string describeLimit(const State&, ObjectId) const override { return {}; }
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
  std::optional<exec::AliasChoice> alias(const State&, ObjectId, ObjectId) override { return {}; }
  exec::Callees callees(const State&, ObjectId) override { return {}; }
  ObjectId knownAlias(State&, ObjectId) override { return 0; }
  void join(State&, ObjectId, ObjectId) override {}
  std::optional<exec::LinkChoice> link(const State&, ObjectId) override { return {}; }
  Value target(const State&, ObjectId, std::uint32_t) override { return {}; }
  void settle(State&, std::uint32_t, std::uint32_t) override {}

private:
  logic::TermManager& terms_;
};

Tracker::Tracker(logic::TermManager& terms, UnknownMemory& memory, SharedNames& names, const ir::Program& program,
                 bool isBase)
    : terms_(terms), memory_(memory), names_(names), program_(program), isBase_(isBase),
      surroundings_(std::make_unique<NoSurroundings>(terms)), machine_(program, terms, *surroundings_, {}) {}

// --- frames and places ---------------------------------------------------------------------------------------------

const ir::Function& Tracker::bodyOf(ir::FunctionIndex function) {
  if (form_ == Form::WritesAsLoops) {
    auto known = writesAsLoops_.find(function);
    if (known == writesAsLoops_.end())
      known = writesAsLoops_.emplace(function, writesAsLoops(program_.body(function))).first;
    if (known->second) return *known->second;
  }
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
  if (first.empty()) {
    first.resize(body.slots);
    for (std::size_t i = 0; i < body.constants.size(); ++i) {
      const ir::Constant& constant = body.constants[i];
      const bool isAddress =
          constant.kind == ir::Constant::Kind::Global || constant.kind == ir::Constant::Kind::Function;
      first[i] = isAddress ? machine_.bitsValue(names_.addressOf(isBase_, constant)) : machine_.constant(constant);
    }
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
  constexpr std::size_t most = 32; ///< functions that are looked into
  std::vector<ir::FunctionIndex> seen{function};
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (is(seen[k])) return true;
    for (const ir::CallSite& site : program_.body(seen[k]).calls) {
      const ir::FunctionIndex callee = site.function;
      if (callee == ir::none || !program_.functions()[callee].isDefined || program_.functions()[callee].isRuntime)
        continue;
      if (seen.size() < most && std::ranges::find(seen, callee) == seen.end()) seen.push_back(callee);
    }
  }
  return false;
}

bool Tracker::hasShortLoops(ir::FunctionIndex function) const {
  return isAnyReached(function, [&](ir::FunctionIndex f) { return !shortLoopsOf(program_.body(f)).empty(); });
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
    case Opcode::Call: return {Halt::Kind::Call, {}};
    case Opcode::Return:
      if (track.state.frames.size() == 1) return {Halt::Kind::Return, {}};
      break;
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
  case Opcode::Return: return leave(track, i);
  case Opcode::IndirectJump:
  case Opcode::StackSave:
  case Opcode::StackRestore:
  case Opcode::CompareExchange:
  case Opcode::VaStart:
  case Opcode::VaEnd:
  case Opcode::VaCopy:
  case Opcode::VaArg:
  case Opcode::LandingPad:
  case Opcode::Resume:
  case Opcode::TypeIdFor:
  case Opcode::Unsupported: return fmt::format("instruction {}", ir::nameOf(i.op));
  case Opcode::PointerULess:
  case Opcode::PointerULessEqual: return order(track, i) ? std::nullopt : compute(track);
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

// --- memory --------------------------------------------------------------------------------------------------------

std::optional<std::string> Tracker::allocate(Track& track, const Instruction& i) {
  const Value count = track.frame().slots[i.a];
  if (!count.isPlain()) return "a local object of a size that is not known";
  if (blockOf(track) != 0) return "a local object that is made on the way";
  const Term address = makeLocal(track, count.bits * i.b);
  exec::Frame& frame = ownFrame(track);
  frame.slots[i.d] = machine_.bitsValue(address);
  ++frame.next;
  return {};
}

Term Tracker::makeLocal(Track& track, std::uint64_t size) {
  LocalObject local;
  local.size = size;
  local.depth = static_cast<std::uint32_t>(track.state.frames.size());
  std::size_t same = 0;
  for (const LocalObject& other : track.locals) same += other.depth == local.depth && other.size == local.size ? 1 : 0;
  local.address = terms_.variable(fmt::format("&local!{}!{}!{}", local.depth, local.size, same), Sort::bits(64));
  memory_.addObject(local.address);
  clear(local);
  track.locals.push_back(local);
  return local.address;
}

std::optional<std::string> Tracker::copyArguments(Track& track, const ir::CallSite& site) {
  const ir::Function& body = *track.frame().function;
  for (std::size_t k = 0; k < site.arguments.size(); ++k) {
    const std::uint64_t size = site.arguments[k].byvalSize;
    if (size == 0) continue;
    const ir::SlotIndex slot = body.parameters[k].slot;
    const Term source = bits(track, slot, 64), count = terms_.constant(64, size);
    if (auto wrong = check(track, source, count, false)) return wrong;
    const Term target = makeLocal(track, size);
    copy(track, target, source, count);
    ownFrame(track).slots[slot] = machine_.bitsValue(target);
  }
  return {};
}

LocalObject* Tracker::ownLocal(Track& track, Term address) {
  const Term object = memory_.placeOf(address).object;
  const auto found = object ? std::ranges::find(track.locals, object, &LocalObject::address) : track.locals.end();
  return found == track.locals.end() || found->isKnownOutside ? nullptr : &*found;
}

void Tracker::clear(LocalObject& local) {
  local.contents = terms_.variable("unwritten!memory", Sort::bits(64));
  local.cells.clear();
  local.hasCellsOnly = true;
}

void Tracker::noteCell(Track& track, Term address, std::optional<ScalarType> type) {
  LocalObject* local = ownLocal(track, address);
  if (!local) return;
  const Term offset = memory_.placeOf(address).offset;
  if (!type || !terms_.isConstant(offset) || type->width % 8 != 0 || type->width > 64) {
    local->hasCellsOnly = false;
    return;
  }
  const auto [at, isNew] = local->cells.try_emplace(terms_.bits64(offset), *type);
  const auto end = [](const auto& cell) { return cell->first + cell->second.width / 8; };
  const auto next = std::next(at);
  const bool isApart = (next == local->cells.end() || end(at) <= next->first) &&
                       (at == local->cells.begin() || end(std::prev(at)) <= at->first);
  local->hasCellsOnly = local->hasCellsOnly && isApart && at->second == *type;
}

Term Tracker::cellOf(const LocalObject& local, std::uint64_t offset) {
  const ScalarType type = local.cells.at(offset);
  const Term bits =
      memory_.load(local.contents, terms_.binary(Op::Add, local.address, terms_.constant(64, offset)), type.width);
  return type.kind == ScalarKind::Float ? terms_.fpFromBits(static_cast<logic::FloatFormat>(type.format), bits) : bits;
}

void Tracker::setCell(LocalObject& local, std::uint64_t offset, Term term) {
  const Term bits = terms_.sort(term).isFloat() ? terms_.fpToBits(term) : term;
  local.contents =
      memory_.store(local.contents, terms_.binary(Op::Add, local.address, terms_.constant(64, offset)), bits);
}

Term& Tracker::memoryAt(Track& track, Term address) {
  LocalObject* local = ownLocal(track, address);
  return local ? local->contents : track.memory;
}

std::optional<std::string> Tracker::check(Track& track, Term address, Term count, bool writes) {
  const UnknownMemory::Place place = memory_.placeOf(address);
  if (place.object) {
    const auto local = std::ranges::find(track.locals, place.object, &LocalObject::address);
    if (local != track.locals.end() && !local->isAlive) return "an object is used after its scope";
    const std::optional<std::uint64_t> size = sizeAt(track, place.object);
    if (size && terms_.isConstant(place.offset) && terms_.isConstant(count)) {
      const std::uint64_t offset = terms_.bits64(place.offset);
      if (offset <= *size && terms_.bits64(count) <= *size - offset) return {};
    }
  }
  const std::array sorts{Sort::bits(64), Sort::bits(64)};
  const std::array parts{address, count};
  track.checks.push_back(terms_.apply(terms_.function(writes ? writeCheck : readCheck, sorts, Sort::boolean()), parts));
  return {};
}

Term Tracker::contentsAt(Track& track, Term address, std::uint32_t bytes) {
  const UnknownMemory::Place place = memory_.placeOf(address);
  if (place.object && names_.isConstant(place.object))
    if (const auto constant = constantAt(place, bytes)) return *constant;
  return memory_.load(memoryAt(track, address), address, bytes * 8);
}

/// What is read of a constant, which is small, or read at one place. The access is checked: it stays inside.
std::optional<Term> Tracker::constantAt(UnknownMemory::Place place, std::uint32_t bytes) {
  constexpr std::uint64_t most = 16; ///< places
  if (terms_.isConstant(place.offset)) return names_.constantAt(place.object, terms_.bits64(place.offset), bytes);
  const auto size = names_.sizeOf(place.object);
  if (!size || *size < bytes) return {};
  const logic::KnownBits known = terms_.knownBits(place.offset);
  const auto low = static_cast<std::uint32_t>(std::countr_one(known.zeros | known.ones));
  if (low >= 32) return {};
  const std::uint64_t step = std::uint64_t{1} << low, first = known.ones & (step - 1);
  if (first > *size - bytes || (*size - bytes - first) / step >= most) return {};
  std::optional<Term> read;
  for (std::uint64_t at = first; at <= *size - bytes; at += step) {
    const auto here = names_.constantAt(place.object, at, bytes);
    if (!here) return {};
    read = read ? terms_.ite(terms_.equal(place.offset, terms_.constant(64, at)), *here, *read) : *here;
  }
  return read;
}

std::optional<std::uint64_t> Tracker::sizeAt(const Track& track, Term object) const {
  const auto local = std::ranges::find(track.locals, object, &LocalObject::address);
  return local != track.locals.end() ? local->size : names_.sizeOf(object);
}

std::optional<std::string> Tracker::load(Track& track, const Instruction& i) {
  const Term address = bits(track, i.a, 64);
  const std::uint32_t count = (i.width + 7U) / 8;
  if (auto wrong = check(track, address, terms_.constant(64, count), false)) return wrong;
  const Term bits = contentsAt(track, address, count);
  const ScalarType type{static_cast<ScalarKind>(i.extra), static_cast<std::uint8_t>(i.c), i.width};
  Term loaded;
  if (type.kind == ScalarKind::Float)
    loaded = terms_.fpFromBits(static_cast<logic::FloatFormat>(i.c), terms_.resize(bits, i.width));
  else if (i.width == 1) loaded = terms_.equal(terms_.extract(bits, 0, 0), terms_.constant(1, 1));
  else loaded = terms_.resize(bits, i.width);
  if (trial_) loaded = trial_->chosen(loaded, type);
  const Value value = this->value(loaded, type);
  exec::Frame& frame = ownFrame(track);
  frame.slots[i.d] = value;
  ++frame.next;
  return {};
}

namespace {

/// Of a float the width says which; of others, it does not matter. None: a float of another format.
std::optional<ScalarType> storedType(const Instruction& i) {
  ScalarType type{ScalarKind::Integer, 0, static_cast<std::uint16_t>((i.width + 7U) / 8 * 8)};
  if (static_cast<ScalarKind>(i.extra) != ScalarKind::Float) return type;
  if (i.width != 32 && i.width != 64) return {};
  type.kind = ScalarKind::Float;
  type.format = static_cast<std::uint8_t>(i.width == 32 ? logic::FloatFormat::Single : logic::FloatFormat::Double);
  return type;
}

} // namespace

std::optional<std::string> Tracker::store(Track& track, const Instruction& i) {
  const Term address = bits(track, i.a, 64);
  const std::uint32_t count = (i.width + 7U) / 8;
  if (auto wrong = check(track, address, terms_.constant(64, count), true)) return wrong;
  const Value stored = track.frame().slots[i.b];
  Term value;
  if (static_cast<ScalarKind>(i.extra) == ScalarKind::Float && stored.isSymbolic())
    value = terms_.fpToBits(stored.asTerm());
  else value = bits(track, i.b, i.width);
  if (terms_.sort(value).isBool()) value = terms_.boolToBits(value, 8);
  publish(track, value);
  noteCell(track, address, storedType(i));
  Term& memory = memoryAt(track, address);
  memory = memory_.store(memory, address, terms_.resize(value, count * 8));
  ++ownFrame(track).next;
  return {};
}

std::optional<std::string> Tracker::copyOrFill(Track& track, const Instruction& i) {
  const Term target = bits(track, i.a, 64);
  const Term count = bits(track, i.c, 64);
  if (i.op == Opcode::SetMemory) {
    if (auto wrong = check(track, target, count, true)) return wrong;
    const Term byte = bits(track, i.b, 8);
    noteCell(track, target, {});
    Term& memory = memoryAt(track, target);
    memory = memory_.fill(memory, target, byte, count);
    ++ownFrame(track).next;
    return {};
  }
  const Term source = bits(track, i.b, 64);
  if (auto wrong = check(track, source, count, false)) return wrong;
  if (auto wrong = check(track, target, count, true)) return wrong;
  // Of a size that is known, the compiler makes it itself: records do not lie half in each other.
  if (i.op == Opcode::CopyMemory && !terms_.isConstant(count)) checkApart(track, target, source, count);
  copy(track, target, source, count);
  ++ownFrame(track).next;
  return {};
}

void Tracker::copy(Track& track, Term target, Term source, Term count) {
  const Term from = memoryAt(track, source);
  noteCopy(track, target, source, count);
  if (terms_.isConstant(count) && terms_.bits64(count) <= mostBytesAtOnce) {
    if (const std::uint64_t bytes = terms_.bits64(count); bytes > 0) {
      const Term whole = memory_.load(from, source, static_cast<std::uint32_t>(bytes * 8));
      publish(track, whole);
      Term& memory = memoryAt(track, target);
      memory = memory_.store(memory, target, whole);
    }
  } else {
    Term& memory = memoryAt(track, target);
    memory = memory_.copy(memory, target, from, source, count);
  }
}

/// Copying between ranges that overlap is an error of its own.
void Tracker::checkApart(Track& track, Term target, Term source, Term count) {
  const Term to = memory_.placeOf(target).object, from = memory_.placeOf(source).object;
  if ((to && from && to != from) || ownLocal(track, target) != ownLocal(track, source)) return;
  const std::array sorts{Sort::bits(64), Sort::bits(64), Sort::bits(64)};
  const std::array parts{target, source, count};
  track.checks.push_back(terms_.apply(terms_.function("check!apart", sorts, Sort::boolean()), parts));
}

void Tracker::noteCopy(Track& track, Term target, Term source, Term count) {
  const LocalObject* from = ownLocal(track, source);
  const Term offset = memory_.placeOf(source).offset;
  if (!from || !from->hasCellsOnly || !terms_.isConstant(offset) || !terms_.isConstant(count)) {
    noteCell(track, target, {});
    return;
  }
  const std::uint64_t first = terms_.bits64(offset), end = first + terms_.bits64(count);
  const std::map<std::uint64_t, ScalarType> cells = from->cells;
  for (const auto& [at, type] : cells) {
    const bool isInside = at >= first && at + type.width / 8 <= end;
    const bool isOutside = at + type.width / 8 <= first || at >= end;
    if (isInside) noteCell(track, terms_.binary(Op::Add, target, terms_.constant(64, at - first)), type);
    else if (!isOutside) noteCell(track, target, {});
  }
}

/// The beginning and the end of a scope.
std::optional<std::string> Tracker::mark(Track& track, const Instruction& i) {
  const Term object = memory_.placeOf(bits(track, i.a, 64)).object;
  const auto local = object ? std::ranges::find(track.locals, object, &LocalObject::address) : track.locals.end();
  if (local == track.locals.end()) return "the scope of an object that is not known";
  local->isAlive = i.op == Opcode::LifetimeStart;
  clear(*local);
  if (local->isKnownOutside) {
    const std::array sorts{Sort::bits(64), Sort::bits(64)};
    const std::array parts{track.memory, local->address};
    track.memory =
        terms_.apply(terms_.function(local->isAlive ? "scope!begin" : "scope!end", sorts, Sort::bits(64)), parts);
  }
  ++ownFrame(track).next;
  return {};
}

void Tracker::publish(Track& track, Term term) {
  for (const Term address : memory_.addressesIn(term)) {
    const auto local = std::ranges::find(track.locals, address, &LocalObject::address);
    if (local == track.locals.end() || local->isKnownOutside) continue;
    local->isKnownOutside = true;
    track.memory =
        memory_.copy(track.memory, local->address, local->contents, local->address, terms_.constant(64, local->size));
  }
}

// --- calls ---------------------------------------------------------------------------------------------------------

std::optional<ir::FunctionIndex> Tracker::calleeOf(Track& track) {
  const ir::CallSite& site = track.frame().function->calls[track.next().b];
  if (site.function != ir::none) return site.function;
  return names_.functionAt(isBase_, bits(track, site.pointer, 64));
}

void Tracker::finishCall(Track& track, std::span<const Term> results) {
  exec::Frame& frame = ownFrame(track);
  const Instruction& i = frame.function->code[frame.next];
  const ir::CallSite& site = frame.function->calls[i.b];
  for (std::size_t k = 0; k < results.size(); ++k) frame.slots[i.d + k] = value(results[k], site.results[k]);
  ++frame.next;
  if (site.normal != ir::none) jump(track, site.normal);
}

std::optional<std::string> Tracker::leave(Track& track, const Instruction& i) {
  const auto depth = static_cast<std::uint32_t>(track.state.frames.size());
  for (const LocalObject& local : track.locals)
    if (local.depth == depth && local.isKnownOutside) return "a local object that others may still know of";
  std::vector<Term> gone;
  for (const LocalObject& local : track.locals)
    if (local.depth == depth) gone.push_back(local.address);
  std::erase_if(track.locals, [&](const LocalObject& local) { return local.depth == depth; });
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
  track.state.frames.pop();
  exec::Frame& frame = ownFrame(track);
  for (std::uint32_t k = 0; k < i.c; ++k) frame.slots[left->result + k] = results[k];
  if (left->callSite->normal != ir::none) jump(track, left->callSite->normal);
  return {};
}

} // namespace beagle::compare
