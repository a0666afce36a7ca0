#include "analysis/exec/machine.h"

#include "analysis/exec/models.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/logic/float_value.h"
#include "analysis/logic/substitute.h"

#include <algorithm>

namespace beagle::exec {

using ir::Instruction;
using logic::FloatFormat;
using logic::Op;

void Covered::add(const Covered& other) {
  const auto join = [](std::vector<std::uint8_t>& to, const std::vector<std::uint8_t>& from) {
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t i = 0; i < from.size(); ++i) to[i] |= from[i];
  };
  join(blocks, other.blocks);
  join(sides, other.sides);
}

Covered& Coverage::of(ir::FunctionIndex index, const ir::Function& function) {
  Covered& covered = functions_[index];
  if (covered.blocks.empty()) {
    covered.blocks.resize(function.blocks.size());
    covered.sides.resize(function.sides);
  }
  return covered;
}

Machine::Machine(const ir::Program& program, logic::TermManager& manager, Surroundings& surroundings,
                 MachineOptions options)
    : ByteContext(manager), program_(program), surroundings_(surroundings), options_(options) {}

void Machine::prepare(State& state) const {
  state.memory.reserve(program_.globals().size() + program_.functions().size());
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

Site Machine::site() const {
  const auto isOfLibrary = [this](ir::FunctionIndex index) {
    const ir::FunctionInfo& info = program_.functions()[index];
    return info.isRuntime || info.isSystem;
  };
  const Site here{frame_->index, (next_ - 1)->where};
  if (!isOfLibrary(frame_->index)) return here;
  // What happens in a library happens where the project called it.
  for (std::size_t k = state_->frames.size() - 1; k-- > 0;) {
    const Frame& caller = *state_->frames[k];
    if (!isOfLibrary(caller.index)) return {caller.index, caller.function->code[caller.next - 1].where};
  }
  return here;
}

// --- running ----------------------------------------------------------------------------------------------------

Value Machine::constant(const ir::Constant& constant) const {
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
  case Kind::Global: return Value::pointer(globalObject(constant.index), constant.bits);
  case Kind::Function: return Value::pointer(functionObject(constant.index), constant.bits);
  case Kind::BlockAddress: return Value::concrete(constant.index + 1ULL);
  case Kind::Uninitialised: return Value::marked(Mark::Uninitialised);
  case Kind::Poison: return Value::marked(Mark::Poison);
  }
  return {};
}

void Machine::pushFrame(ir::FunctionIndex callee) {
  const ir::Function& function = program_.body(callee);
  auto fresh = Ref<Frame>::make();
  Frame& frame = fresh.mutableTarget();
  frame.function = &function;
  frame.index = callee;
  frame.next = function.blocks.empty() ? 0 : function.blocks[0].first;
  frame.slots.resize(function.slots);
  for (std::size_t i = 0; i < function.constants.size(); ++i) frame.slots[i] = constant(function.constants[i]);
  state_->frames.push(std::move(fresh));
}

void Machine::load(State& state) {
  state_ = &state;
  frame_ = &state.frames.own(state.frames.size() - 1).own();
  slots_ = frame_->slots.data();
  code_ = frame_->function->code.data();
  next_ = code_ + frame_->next;
  Covered& covered = coverage_.of(frame_->index, *frame_->function);
  covered_ = covered.blocks.data();
  sides_ = covered.sides.data();
  join_ = state.join && state.join->depth == state.frames.size() ? state.join->block : ir::none;
}

void Machine::enter(State& state, ir::FunctionIndex entry, std::span<const Value> arguments) {
  state_ = &state;
  pushFrame(entry);
  load(state);
  for (std::size_t i = 0; i < arguments.size(); ++i) slots_[frame_->function->parameters[i].slot] = arguments[i];
  covered_[0] = 1;
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
  for (std::size_t i = 0; i < function.parameters.size(); ++i) slots_[function.parameters[i].slot] = arguments[i];
  if (function.isVariadic)
    for (std::size_t i = function.parameters.size(); i < arguments.size(); ++i) {
      frame_->variadic.push_back(arguments[i]);
      frame_->variadicTypes.push_back(site.arguments[i].type);
    }
  covered_[0] = 1;
  return true;
}

void Machine::endLocals() {
  for (const ObjectId local : state_->frames.back()->locals)
    if (state_->memory[local].isAlive) endObject(local);
}

bool Machine::isProgram() const { return program_.functions()[state_->frames[0]->index].isMain; }

bool Machine::isLast(const ir::CallSite& site) const {
  const ir::Instruction* behind = site.normal == ir::none ? next_ : code_ + frame_->function->blocks[site.normal].first;
  return behind->op == ir::Opcode::Unreachable;
}

bool Machine::leave(std::span<const Value> results) {
  endLocals();
  if (state_->frames.size() == 1) {
    state_->results.assign(results.begin(), results.end());
    const auto handlers = isProgram() ? program_.find("beagle_run_handlers") : std::nullopt;
    return handlers ? finish(*handlers) : end(EndKind::Returned);
  }
  if (!frame_->callSite) return end(EndKind::Returned); // from what `finish` called
  const Ref<Frame> left = state_->frames.back();
  state_->frames.pop();
  // `results` may stand in the frame that just left; it lives until the end of this function.
  load(*state_);
  for (std::size_t i = 0; i < results.size(); ++i) slots_[left->result + i] = results[i];
  if (left->callSite->normal != ir::none) jump(left->callSite->normal);
  return true;
}

/// The entry has returned; its frame stays, for whoever asks what it returned.
bool Machine::finish(ir::FunctionIndex handlers) {
  frame_->next = static_cast<std::uint32_t>(next_ - code_);
  pushFrame(handlers);
  load(*state_);
  const auto& parameters = frame_->function->parameters;
  if (!parameters.empty()) slots_[parameters[0].slot] = state_->results.empty() ? Value() : state_->results[0];
  covered_[0] = 1;
  return true;
}

/// The joins in frames deeper than that are none of the state's any more.
void Machine::passJoins(std::size_t depth) {
  while (state_->join && state_->join->depth > depth) {
    state_->passed.push_back(state_->join);
    state_->join = state_->join->outer;
  }
}

/// Leaves all but so many frames. What stands in one of them ends where that frame is.
void Machine::unwind(std::size_t frames) {
  while (state_->frames.size() > frames) {
    endLocals();
    state_->frames.pop();
    load(*state_);
  }
  passJoins(frames);
}

bool Machine::land(std::size_t frame, const Value& exception, const Value& selector) {
  const ir::CallSite& site = *state_->frames[frame + 1]->callSite;
  unwind(frame + 1);
  state_->landing = {exception, selector};
  jump(site.unwind);
  return true;
}

bool Machine::leaveByException(ir::FunctionIndex last, const Value& argument) {
  unwind(1);
  endLocals();
  passJoins(0);
  pushFrame(last);
  load(*state_);
  slots_[frame_->function->parameters[0].slot] = argument;
  covered_[0] = 1;
  return true;
}

bool Machine::callElsewhere() {
  const Ref<Frame> declined = state_->frames.back();
  const auto position = next_ - code_;
  state_->frames.pop();
  load(*state_);
  const ir::CallSite& site = *declined->callSite;
  std::vector<Value> arguments;
  for (const ir::CallArgument& argument : site.arguments) arguments.push_back(slot(argument.slot));
  if (!surroundings_.callElsewhere(*this, declined->index, {site, arguments, declined->result})) {
    if (state_->ending) return false;
    state_->frames.push(declined); // it is asked again
    load(*state_);
    next_ = code_ + position;
    return false;
  }
  for (const ObjectId local : declined->locals)
    if (state_->memory[local].isAlive) endObject(local);
  if (site.normal != ir::none) jump(site.normal);
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

/// Whether the condition holds, which it does on every path that allows it.
std::optional<bool> Machine::assume(Term condition) {
  if (terms.isTrue(condition)) return true;
  const std::array<Term, 2> sides = {condition, terms.logicalNot(condition)};
  const auto side = choose(ChoiceKind::Assume, sides);
  if (!side) return {};
  return *side == 0;
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
  if (object(id).address == 0 && isRunning_) approximate(std::string(addressLookedAt));
  forgetCache();
  return state_->memory.addressOf(id);
}

Term Machine::addressTerm(ObjectId id) {
  if (!functionOf(id) && inputAt(*state_, id))
    if (const Term data = surroundings_.dataOf(*state_, id)) return data;
  return terms.constant(64, addressOf(id));
}

const ir::Access* Machine::access() const {
  return isRunning_ ? &frame_->function->accesses[(next_ - 1)->access] : nullptr;
}

Term Machine::uninitialised(std::uint32_t width) {
  return uninitialised(fmt::format("uninitialised!{}!{}", state_->freshValues++, width), width);
}

Term Machine::unwritten(std::uint32_t number, std::uint64_t offset) {
  return uninitialised(fmt::format("uninitialised!at!{}!{}", number, offset), 8);
}

Term Machine::uninitialised(const std::string& name, std::uint32_t width) {
  const Term variable = terms.variable(name, width == 1 ? logic::Sort::boolean() : logic::Sort::bits(width));
  const std::uint32_t number = terms.variableNumber(variable);
  if (number >= uninitialisedVariables_.size()) uninitialisedVariables_.resize(number + 1);
  uninitialisedVariables_[number] = true;
  return variable;
}

void Machine::noteUse(const Value& value) {
  if (!value.isDefined()) return noteFault(ValueFault::UninitialisedUse, terms.truth(true));
  if (!value.isSymbolic() || uninitialisedVariables_.empty()) return;
  // A value may mention bytes that were never written and not depend on them: padding that is masked away. It does
  // when other bytes in their place give another value.
  logic::Substitution otherwise(terms);
  bool mentions = false;
  for (const std::uint32_t number : terms.support(value.asTerm())) {
    if (number >= uninitialisedVariables_.size() || !uninitialisedVariables_[number]) continue;
    const Term variable = terms.variableAt(number);
    otherwise.replace(variable, terms.variable(fmt::format("{}!other", terms.name(variable)), terms.sort(variable)));
    mentions = true;
  }
  if (!mentions) return;
  const Term other = otherwise.apply(value.asTerm());
  noteFault(ValueFault::UninitialisedUse, terms.logicalNot(terms.equal(value.asTerm(), other)));
}

std::optional<Term> Machine::sameAddress(const Value& a, const Value& b) {
  if (!a.isDefined() || !b.isDefined() || (a.object() == 0 && b.object() == 0)) return {};
  const auto offset = [&](const Value& v) { return v.isSymbolic() ? v.asTerm() : terms.constant(64, v.bits); };
  if (a.object() == b.object()) return terms.equal(offset(a), offset(b));
  // Pointers that may be null: as far as they are, what counts is the offset; else they differ from all others.
  const Term nullA = nullOf(a);
  const Term nullB = nullOf(b);
  if (nullA || nullB) {
    const bool isPlainA = a.object() == 0;
    const bool isPlainB = b.object() == 0;
    if ((isPlainA && !(a.isPlain() && a.bits < 4096)) || (isPlainB && !(b.isPlain() && b.bits < 4096))) return {};
    if ((!nullA && !isPlainA) || (!nullB && !isPlainB)) return terms.truth(false);
    Term both = terms.equal(offset(a), offset(b));
    for (const Term null : {nullA, nullB})
      if (null) both = terms.logicalAnd(null, both);
    return both;
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

std::optional<bool> Machine::isLower(const Value& a, const Value& b) {
  // Null, and what is as small, is lower than any object.
  const auto isSmall = [](const Value& v) { return v.isPlain() && v.bits < 4096; };
  const auto isObject = [&](const Value& v) {
    if (!v.isDefined() || v.isSymbolic() || v.object() == 0 || nullOf(v)) return false;
    return functionOf(v.object()) ? v.bits == 0 : v.bits <= object(v.object()).capacity;
  };
  if (isSmall(a) && isObject(b)) return true;
  if (isObject(a) && isSmall(b)) return false;
  return {};
}

Term Machine::nullOf(const Value& pointer) {
  const ObjectId id = pointer.object();
  if (id == 0 || functionOf(id)) return {};
  if (state_->memory.exists(id)) return object(id).null;
  const auto input = inputAt(*state_, id); // nobody has looked there yet
  return input ? input->null : Term();
}

std::optional<bool> Machine::isNull(const Value& pointer) {
  if (pointer.object() == 0) return pointer.isPlain() && pointer.bits == 0;
  const Term null = nullOf(pointer);
  if (!null) return false;
  const auto answer = decide(ChoiceKind::Null, null);
  if (answer && !*answer) {
    notNull_.push_back(pointer.object());
    hasLearned_ = true;
  }
  return answer;
}

Value Machine::integer(const Value& value, std::uint32_t width) {
  if (value.isPlain()) return value;
  if (!value.isDefined()) return Value::symbolic(uninitialised(width));
  if (value.object() == 0) return value;
  const auto offset = [&] {
    return value.isSymbolic() ? terms.resize(value.asTerm(), width)
                              : terms.constant(width, value.bits & logic::lowMask(width));
  };
  const Term address = terms.resize(addressTerm(value.object()), width);
  const Term null = nullOf(value);
  if (!null && terms.isConstant(address) && !value.isSymbolic())
    return Value::concrete((terms.bits64(address) + value.bits) & logic::lowMask(width));
  const bool isData = !terms.isConstant(address); // which is zero by itself when it is null
  const Term base = null && !isData ? terms.ite(null, terms.constant(width, 0), address) : address;
  return bitsValue(terms.binary(Op::Add, base, offset()));
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

std::optional<Value> Machine::merged(Term condition, const Value& then, const Value& otherwise, ir::ScalarType type) {
  if (then == otherwise) return then;
  if (!then.isDefined() || !otherwise.isDefined() || then.object() != otherwise.object()) return {};
  logic::Sort sort = type.width == 1 ? logic::Sort::boolean() : logic::Sort::bits(type.width);
  if (then.isSymbolic()) sort = terms.sort(then.asTerm());
  else if (otherwise.isSymbolic()) sort = terms.sort(otherwise.asTerm());
  else if (type.kind == ir::ScalarKind::Float) sort = logic::Sort::floating(static_cast<FloatFormat>(type.format));
  const auto termOf = [&](const Value& value) -> Term {
    if (value.isSymbolic()) return terms.sort(value.asTerm()) == sort ? value.asTerm() : Term();
    if (sort.isBool()) return terms.truth(value.bits != 0);
    if (!sort.isFloat()) return sort.isBits() ? terms.constant(sort.width, value.bits) : Term();
    const logic::BitVector bits(widthOf(sort.format()), value.bits);
    // Terms know one NaN.
    return logic::canonicalFloat(sort.format(), bits) == bits ? terms.floatConstant(sort.format(), bits) : Term();
  };
  const Term yes = termOf(then);
  const Term no = termOf(otherwise);
  if (!yes || !no) return {};
  Value result = bitsValue(terms.ite(condition, yes, no));
  result.tag = then.tag;
  return result;
}

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
      made = id <= program_.globals().size() ? surroundings_.global(*state_, id - 1) : surroundings_.input(*state_, id);
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

std::string Machine::textAt(const Value& pointer) {
  constexpr std::size_t most = 4000;
  std::string text;
  if (pointer.object() == 0 || pointer.isSymbolic() || functionOf(pointer.object())) return "?";
  const Contents& contents = object(pointer.object()).contents;
  for (std::uint64_t at = pointer.bits; at < contents.size() && text.size() < most; ++at) {
    const auto byte = contents.concreteByte(at);
    if (!byte || *byte == 0) break;
    text += static_cast<char>(*byte);
  }
  return text;
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

namespace {

/// Whether nothing in the range, or in all of the contents when the range is symbolic, is without a value.
bool isWritten(const Contents& contents, const Value& pointer, const Value& size) {
  const bool isExact = !pointer.isSymbolic() && !size.isSymbolic();
  const std::uint64_t from = isExact ? pointer.bits : 0;
  const std::uint64_t to = isExact ? from + size.bits : contents.size();
  for (std::uint64_t at = from; at < to; ++at)
    if (contents.isUninitialised(at)) return false;
  return true;
}

} // namespace

std::optional<Machine::Place> Machine::accessRange(const Value& given, const Value& size, bool writes) {
  Value pointer = given;
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
  const auto null = isNull(pointer);
  if (!null) return {};
  if (*null) {
    memoryError(MemoryFault::NullPointer);
    return {};
  }
  if (const auto actual = resolved(pointer)) pointer = *actual;
  else return {};
  const bool isFixed = !pointer.isSymbolic() && !size.isSymbolic();
  if (!isWithinLimits(pointer.object(), isFixed)) return {};
  const Object& target = object(pointer.object());
  if (!target.isAlive) {
    memoryError(target.kind == ObjectKind::Heap || target.kind == ObjectKind::Input ? MemoryFault::UseAfterFree
                                                                                    : MemoryFault::UseAfterScope,
                pointer.object());
    return {};
  }
  const bool isSized = !target.size || terms.isConstant(target.size);
  bool inside = false;
  if (isFixed && isSized) {
    const std::uint64_t limit = target.size ? terms.bits64(target.size) : target.contents.size();
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
  if (isFixed && target.kind == ObjectKind::Input && pointer.bits + size.bits > target.contents.size()) {
    end(EndKind::OutOfBound, surroundings_.describeLimit(*state_, pointer.object()));
    return {};
  }
  if (!writes && target.isPartlyKnown && !isWritten(target.contents, pointer, size)) {
    unsupported(program_.globals()[target.subject].unsupported);
    return {};
  }
  if (writes && target.isConstant) {
    memoryError(MemoryFault::WriteConstant, pointer.object());
    return {};
  }
  if (writes) noteChange(pointer.object());
  return Place{pointer.object(), pointer.bits, pointer.asTerm()};
}

/// The inputs are explored up to a size. False: the path needs a larger one, or the run has to ask. Of a larger one,
/// fixed places that are within the limits can be used all the same.
bool Machine::isWithinLimits(ObjectId id, bool isFixed) {
  const bool exists = state_->memory.exists(id);
  if (exists ? object(id).kind != ObjectKind::Input || object(id).isBounded : !inputAt(*state_, id)) return true;
  if (exists && object(id).isLarge)
    return isFixed || end(EndKind::OutOfBound, surroundings_.describeLimit(*state_, id));
  const auto isSmall = assume(surroundings_.sizeLimit(*state_, id));
  if (!isSmall) return false;
  if (!*isSmall) {
    const auto isUsable = isFixed ? assume(surroundings_.possibleSize(*state_, id)) : std::optional(false);
    if (!isUsable) return false;
    if (!*isUsable) return end(EndKind::OutOfBound, surroundings_.describeLimit(*state_, id));
  }
  (*isSmall ? bounded_ : large_).push_back(id);
  hasLearned_ = true;
  return true;
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
