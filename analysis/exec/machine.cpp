#include "analysis/exec/machine.h"

#include "analysis/logic/bit_vector.h"

#include <algorithm>

namespace beagle::exec {

using ir::Instruction;
using logic::FloatFormat;
using logic::Op;

std::uint8_t* Coverage::blocksOf(ir::FunctionIndex index, const ir::Function& function) {
  std::vector<std::uint8_t>& blocks = blocks_[index];
  if (blocks.empty()) blocks.resize(function.blocks.size());
  return blocks.data();
}

Machine::Machine(const ir::Program& program, logic::TermManager& manager, Globals& globals, MachineOptions options)
    : ByteContext(manager), program_(program), globals_(globals), options_(options) {}

void Machine::prepare(State& state) const {
  for (std::size_t i = 0; i < program_.globals().size() + program_.functions().size(); ++i)
    (void)state.memory.add(Ref<Object>());
}

std::optional<ir::FunctionIndex> Machine::functionOf(ObjectId object) const {
  const ObjectId first = functionObject(0);
  if (object < first || object >= first + program_.functions().size()) return {};
  return object - first;
}

ir::Location Machine::location(Site site) const {
  if (site.function == ir::none) return {};
  const ir::FunctionInfo& info = program_.functions()[site.function];
  if (!info.isDefined) return info.location;
  const ir::Function& body = program_.body(site.function);
  return site.where < body.locations.size() ? body.locations[site.where] : info.location;
}

Site Machine::site() const { return {frame_->index, (next_ - 1)->where}; }

// --- running ----------------------------------------------------------------------------------------------------

namespace {

Value valueOf(const Machine& machine, logic::TermManager& terms, const ir::Constant& constant) {
  using Kind = ir::Constant::Kind;
  switch (constant.kind) {
  case Kind::Bits: {
    if (constant.type.width <= 64) return Value::concrete(constant.bits);
    logic::BitVector bits(constant.type.width);
    for (std::uint32_t i = 0; i < bits.wordCount() && i < constant.words.size(); ++i)
      bits.setWord(i, constant.words[i]);
    if (constant.type.kind == ir::ScalarKind::Float)
      return Value::symbolic(terms.floatConstant(static_cast<FloatFormat>(constant.type.format), bits));
    return Value::symbolic(terms.constant(bits));
  }
  case Kind::Global: return Value::pointer(machine.globalObject(constant.index), constant.bits);
  case Kind::Function: return Value::pointer(machine.functionObject(constant.index), constant.bits);
  case Kind::BlockAddress: return Value::concrete(constant.index + 1ULL);
  case Kind::Uninitialised: return Value::marked(Mark::Uninitialised);
  case Kind::Poison: return Value::marked(Mark::Poison);
  }
  return {};
}

} // namespace

void Machine::pushFrame(ir::FunctionIndex callee) {
  const ir::Function& function = program_.body(callee);
  auto fresh = Ref<Frame>::make();
  Frame& frame = fresh.mutableTarget();
  frame.function = &function;
  frame.index = callee;
  frame.next = function.blocks.empty() ? 0 : function.blocks[0].first;
  frame.slots.resize(function.slots);
  for (std::size_t i = 0; i < function.constants.size(); ++i)
    frame.slots[i] = valueOf(*this, terms, function.constants[i]);
  state_->frames.push_back(std::move(fresh));
}

void Machine::load(State& state) {
  state_ = &state;
  frame_ = &state.frames.back().own();
  slots_ = frame_->slots.data();
  code_ = frame_->function->code.data();
  next_ = code_ + frame_->next;
  covered_ = coverage_.blocksOf(frame_->index, *frame_->function);
}

void Machine::enter(State& state, ir::FunctionIndex entry, std::span<const Value> arguments) {
  state_ = &state;
  pushFrame(entry);
  load(state);
  for (std::size_t i = 0; i < arguments.size(); ++i) slots_[frame_->function->parameters[i].slot] = arguments[i];
  covered_[0] = 1;
}

void Machine::jump(ir::BlockIndex block) {
  if (covered_[block] == 0) {
    covered_[block] = 1;
    coverage_.noteFresh();
  }
  next_ = code_ + frame_->function->blocks[block].first;
}

bool Machine::call(ir::FunctionIndex callee, const ir::CallSite& site, std::uint32_t result,
                   std::span<const Value> arguments) {
  if (state_->frames.size() >= options_.maxFrames)
    return end(EndKind::OutOfBound, fmt::format("more than {} nested calls", options_.maxFrames));
  const ir::Function& function = program_.body(callee);
  if (arguments.size() < function.parameters.size()) return memoryError(MemoryFault::BadCall, functionObject(callee));
  frame_->next = static_cast<std::uint32_t>(next_ - code_);
  pushFrame(callee);
  load(*state_);
  frame_->callSite = &site;
  frame_->result = result;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    slots_[function.parameters[i].slot] = arguments[i];
  if (function.isVariadic)
    for (std::size_t i = function.parameters.size(); i < arguments.size(); ++i) {
      frame_->variadic.push_back(arguments[i]);
      frame_->variadicTypes.push_back(site.arguments[i].type);
    }
  if (covered_[0] == 0) {
    covered_[0] = 1;
    coverage_.noteFresh();
  }
  return true;
}

bool Machine::leave(std::span<const Value> results) {
  for (const ObjectId local : frame_->locals)
    if (state_->memory[local].isAlive) endObject(local);
  if (state_->frames.size() == 1) {
    state_->results.assign(results.begin(), results.end());
    return end(EndKind::Returned);
  }
  const Ref<Frame> left = std::move(state_->frames.back());
  state_->frames.pop_back();
  // `results` may stand in the frame that just left; it lives until the end of this function.
  load(*state_);
  for (std::size_t i = 0; i < results.size(); ++i) slots_[left->result + i] = results[i];
  if (left->callSite->normal != ir::none) jump(left->callSite->normal);
  return true;
}

// --- asking and ending ------------------------------------------------------------------------------------------

std::optional<std::uint32_t> Machine::choose(ChoiceKind kind, std::span<const Term> alternatives) {
  for (std::uint32_t i = 0; i < alternatives.size(); ++i)
    if (terms.isTrue(alternatives[i])) return i;
  if (decision_ < state_->decisions.size()) return state_->decisions[decision_++];
  asked_ = Choice{kind, site(), {alternatives.begin(), alternatives.end()}};
  return {};
}

std::optional<bool> Machine::decide(ChoiceKind kind, Term condition) {
  if (terms.isTrue(condition)) return true;
  if (terms.isFalse(condition)) return false;
  const std::array<Term, 2> sides = {condition, terms.logicalNot(condition)};
  const auto side = choose(kind, sides);
  if (!side) return {};
  return *side == 0;
}

bool Machine::end(Ending ending) {
  if (ending.site.function == ir::none) ending.site = site();
  state_->ending = std::move(ending);
  return false;
}

bool Machine::end(EndKind kind, std::string text) {
  Ending ending;
  ending.kind = kind;
  ending.text = std::move(text);
  return end(std::move(ending));
}

bool Machine::memoryError(MemoryFault fault, ObjectId id) {
  Ending ending;
  ending.kind = EndKind::MemoryError;
  ending.fault = fault;
  ending.object = id;
  if (id != 0 && !functionOf(id)) {
    const Object& about = object(id);
    ending.allocated = about.allocated;
    if (!about.isAlive) ending.freed = about.ended;
  }
  return end(std::move(ending));
}

bool Machine::unsupported(std::string what) { return end(EndKind::Unsupported, std::move(what)); }

void Machine::noteFault(ValueFault fault, Term condition) {
  if (terms.isFalse(condition)) return;
  PossibleFault noted{fault, site(), condition};
  // A loop finds the same thing again and again.
  const std::size_t count = state_->faults.size();
  for (std::size_t i = count > 8 ? count - 8 : 0; i < count; ++i)
    if (state_->faults[i] == noted) return;
  state_->faults.push(noted);
}

void Machine::approximate(std::string text) { state_->approximations.push({std::move(text), site()}); }

void Machine::emit(Effect effect) {
  effect.site = site();
  state_->effects.push(Ref<Effect>::make(std::move(effect)));
}

// --- values -----------------------------------------------------------------------------------------------------

std::uint64_t Machine::addressOf(ObjectId id) {
  (void)object(id);
  forgetCache();
  return state_->memory.addressOf(id);
}

Term Machine::uninitialised(std::uint32_t width) {
  const Term fresh = terms.variable(fmt::format("uninitialised!{}!{}", state_->freshValues++, width),
                                    width == 1 ? logic::Sort::boolean() : logic::Sort::bits(width));
  const std::uint32_t number = terms.variableNumber(fresh);
  if (number >= uninitialisedVariables_.size()) uninitialisedVariables_.resize(number + 1);
  uninitialisedVariables_[number] = true;
  return fresh;
}

void Machine::noteUse(const Value& value) {
  if (!value.isDefined()) return noteFault(ValueFault::UninitialisedUse, terms.truth(true));
  if (!value.isSymbolic() || uninitialisedVariables_.empty()) return;
  for (const std::uint32_t number : terms.support(value.asTerm()))
    if (number < uninitialisedVariables_.size() && uninitialisedVariables_[number])
      return noteFault(ValueFault::UninitialisedUse, terms.truth(true));
}

std::optional<Term> Machine::sameAddress(const Value& a, const Value& b) {
  if (!a.isDefined() || !b.isDefined() || (a.object() == 0 && b.object() == 0)) return {};
  if (a.object() == b.object()) {
    const auto offset = [&](const Value& v) { return v.isSymbolic() ? v.asTerm() : terms.constant(64, v.bits); };
    return terms.equal(offset(a), offset(b));
  }
  if (a.object() == 0 || b.object() == 0) {
    const Value& plain = a.object() == 0 ? a : b;
    if (plain.isPlain() && plain.bits < 4096) return terms.truth(false);
    return {};
  }
  const auto inside = [&](const Value& v) {
    return !v.isSymbolic() && (functionOf(v.object()) ? v.bits == 0 : v.bits <= object(v.object()).capacity);
  };
  if (inside(a) && inside(b)) return terms.truth(false);
  return {};
}

Value Machine::integer(const Value& value, std::uint32_t width) {
  if (value.isPlain()) return value;
  if (!value.isDefined()) return Value::symbolic(uninitialised(width));
  if (value.object() == 0) return value;
  const std::uint64_t base = addressOf(value.object());
  if (value.isSymbolic())
    return bitsValue(terms.binary(Op::Add, terms.constant(width, base), terms.resize(value.asTerm(), width)));
  return Value::concrete((base + value.bits) & logic::lowMask(width));
}

Term Machine::bitsTerm(const Value& value, std::uint32_t width) {
  const Value plain = integer(value, width);
  if (plain.isSymbolic()) return plain.asTerm();
  return width == 1 ? terms.truth(plain.bits != 0) : terms.constant(width, plain.bits);
}

Value Machine::bitsValue(Term term) {
  if (terms.isConstant(term) && terms.width(term) <= 64) return Value::concrete(terms.bits64(term));
  return Value::symbolic(term);
}

Term Machine::floatTerm(const Value& value, FloatFormat format) {
  if (!value.isDefined()) return terms.fpFromBits(format, uninitialised(widthOf(format)));
  if (value.isSymbolic()) return value.asTerm();
  return terms.floatConstant(format, logic::BitVector(widthOf(format), value.bits));
}

Value Machine::floatValue(Term term) { return bitsValue(term); }

Value Machine::defined(const Value& value, ir::ScalarType type) {
  if (value.isDefined()) return value;
  if (type.kind == ir::ScalarKind::Float) return floatValue(floatTerm(value, static_cast<FloatFormat>(type.format)));
  return Value::symbolic(uninitialised(type.width));
}

std::optional<std::uint64_t> Machine::concrete(const Value& value) {
  if (value.isPlain()) return value.bits;
  return {};
}

// --- memory -----------------------------------------------------------------------------------------------------

const Object& Machine::object(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id) return *line.object;
  if (!state_->memory.exists(id)) {
    Ref<Object> made;
    if (const auto function = functionOf(id)) {
      made = Ref<Object>::make(ObjectKind::Function, 0, Contents::Fill::Zero);
      made.mutableTarget().subject = *function;
    } else {
      made = globals_.make(*state_, id - 1);
    }
    state_->memory.place(id, std::move(made));
  }
  line = {id, &state_->memory[id], nullptr};
  return *line.object;
}

Object& Machine::ownObject(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id && line.owned) return *line.owned;
  (void)object(id);
  Object& owned = state_->memory.own(id);
  line = {id, &owned, &owned};
  return owned;
}

ObjectId Machine::allocate(ObjectKind kind, std::uint64_t size, Contents::Fill fill) {
  auto made = Ref<Object>::make(kind, size, fill);
  made.mutableTarget().allocated = site();
  return state_->memory.add(std::move(made));
}

void Machine::endObject(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id) line = {};
  state_->memory.end(id, site());
}

void Machine::reviveObject(ObjectId id) {
  CacheLine& line = cache_[id % cache_.size()];
  if (line.id == id) line = {};
  state_->memory.revive(id);
}

std::optional<Machine::Place> Machine::accessRange(const Value& pointer, const Value& size, bool writes) {
  if (pointer.isPlain() && pointer.bits < 4096) {
    memoryError(MemoryFault::NullPointer);
    return {};
  }
  if (!pointer.isDefined()) {
    noteFault(ValueFault::UninitialisedUse, terms.truth(true));
    memoryError(MemoryFault::WildPointer);
    return {};
  }
  if (pointer.object() == 0) return accessAddress(pointer, size, writes);
  if (functionOf(pointer.object())) {
    memoryError(writes ? MemoryFault::WriteConstant : MemoryFault::OutOfBounds, pointer.object());
    return {};
  }
  const Object& target = object(pointer.object());
  if (!target.isAlive) {
    memoryError(target.kind == ObjectKind::Heap ? MemoryFault::UseAfterFree : MemoryFault::UseAfterScope,
                pointer.object());
    return {};
  }
  const bool concreteAll = !pointer.isSymbolic() && !size.isSymbolic() && !target.size;
  bool inside = false;
  if (concreteAll) {
    const std::uint64_t limit = target.contents.size();
    inside = size.bits <= limit && pointer.bits <= limit - size.bits;
  } else {
    const Term limit = target.size ? target.size : terms.constant(64, target.contents.size());
    const Term offset = pointer.isSymbolic() ? pointer.asTerm() : terms.constant(64, pointer.bits);
    const Term count = size.isSymbolic() ? size.asTerm() : terms.constant(64, size.bits);
    const Term fits = terms.logicalAnd(terms.binary(Op::ULessEqual, count, limit),
                                       terms.binary(Op::ULessEqual, offset, terms.binary(Op::Sub, limit, count)));
    const auto answer = decide(ChoiceKind::Bounds, fits);
    if (!answer) return {};
    inside = *answer;
  }
  if (!inside) {
    memoryError(MemoryFault::OutOfBounds, pointer.object());
    return {};
  }
  if (writes && target.isConstant) {
    memoryError(MemoryFault::WriteConstant, pointer.object());
    return {};
  }
  return Place{pointer.object(), pointer.bits, pointer.asTerm()};
}

std::optional<Machine::Place> Machine::access(const Value& pointer, std::uint64_t size, bool writes) {
  return accessRange(pointer, Value::concrete(size), writes);
}

std::optional<Machine::Place> Machine::accessAddress(const Value& pointer, const Value& size, bool writes) {
  if (!pointer.isSymbolic()) {
    const ObjectId id = state_->memory.objectAt(pointer.bits);
    if (id == 0) {
      memoryError(MemoryFault::WildPointer);
      return {};
    }
    return accessRange(Value::pointer(id, pointer.bits - state_->memory[id].address), size, writes);
  }
  // An address the program computed: one alternative per object with an address, and one for none of them.
  const Term address = pointer.asTerm();
  std::vector<Term> alternatives;
  std::vector<ObjectId> objects;
  Term none = terms.truth(true);
  state_->memory.forEachAddressed([&](ObjectId id) {
    const Object& candidate = state_->memory[id];
    const Term offset = terms.binary(Op::Sub, address, terms.constant(64, candidate.address));
    const Term hit = terms.binary(Op::ULessEqual, offset, terms.constant(64, candidate.contents.size()));
    alternatives.push_back(hit);
    objects.push_back(id);
    none = terms.logicalAnd(none, terms.logicalNot(hit));
  });
  alternatives.push_back(none);
  const auto choice = choose(ChoiceKind::Address, alternatives);
  if (!choice) return {};
  if (*choice == objects.size()) {
    const auto null = decide(ChoiceKind::Null, terms.binary(Op::ULess, address, terms.constant(64, 4096)));
    if (null) memoryError(*null ? MemoryFault::NullPointer : MemoryFault::WildPointer);
    return {};
  }
  const ObjectId id = objects[*choice];
  Value resolved = bitsValue(terms.binary(Op::Sub, address, terms.constant(64, state_->memory[id].address)));
  resolved.tag = id << 2;
  return accessRange(resolved, size, writes);
}

} // namespace beagle::exec
