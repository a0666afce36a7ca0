#include "analysis/exec/machine.h"

#include "analysis/exec/models.h"

#include <algorithm>

namespace beagle::exec {

using ir::Instruction;
using logic::FloatFormat;

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
  case Kind::Global: return addressOfGlobal(constant.index, constant.bits);
  case Kind::Function: return addressOf(constant.index, constant.bits);
  case Kind::Uninitialised: return Value::marked(Mark::Uninitialised);
  case Kind::Poison: return Value::marked(Mark::Poison);
  }
  return {};
}

Value Machine::addressOf(ir::FunctionIndex function, std::uint64_t addend) const {
  const ir::FunctionInfo& info = program_.functions()[function];
  if (!info.isAbsent) return Value::pointer(functionObject(function), addend);
  surroundings_.noteAbsent(info.sourceName);
  return Value::concrete(addend);
}

Value Machine::addressOfGlobal(ir::GlobalIndex global, std::uint64_t addend) const {
  const ir::Global& info = program_.globals()[global];
  if (!info.isAbsent) return Value::pointer(globalObject(global), addend);
  surroundings_.noteAbsent(info.name);
  return Value::concrete(addend);
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
  changed_ = watched_ ? watched_->blocksOf(frame_->index) : nullptr;
  join_ = state.join && state.join->depth == state.frames.size() ? state.join->block : ir::none;
}

void Machine::enter(State& state, ir::FunctionIndex entry, std::span<const Value> arguments) {
  state_ = &state;
  pushFrame(entry);
  load(state);
  for (std::size_t i = 0; i < arguments.size(); ++i) slots_[frame_->function->parameters[i].slot] = arguments[i];
  enterBlock(0);
}

/// Another kind of number goes through another register.
static bool canHandOver(ir::ScalarType given, ir::ScalarType taken) {
  const auto isWord = [](ir::ScalarType type) { return type.kind != ir::ScalarKind::Float && type.width <= 64; };
  return given == taken || (isWord(given) && isWord(taken));
}

bool Machine::call(ir::FunctionIndex callee, const ir::CallSite& site, std::uint32_t result,
                   std::span<const Value> arguments) {
  if (state_->frames.size() >= options_.maxFrames)
    return end(EndKind::OutOfBound, fmt::format("more than {} nested calls", options_.maxFrames));
  const ir::Function& function = program_.body(callee);
  // Old code leaves out what the function does not use: that finds there what nobody has written.
  const std::size_t given = std::min(function.parameters.size(), arguments.size());
  for (std::size_t i = 0; i < given; ++i)
    if (!canHandOver(site.arguments[i].type, function.parameters[i].type))
      return unsupported("a call with an argument of another kind than the function takes");
  frame_->next = static_cast<std::uint32_t>(next_ - code_);
  pushFrame(callee);
  load(*state_);
  frame_->callSite = &site;
  frame_->result = result;
  for (std::size_t i = 0; i < given; ++i) {
    const ir::Parameter& parameter = function.parameters[i];
    slots_[parameter.slot] = handedOver(arguments[i], site.arguments[i].type, parameter.type);
  }
  for (std::size_t i = given; i < function.parameters.size(); ++i)
    slots_[function.parameters[i].slot] = Value::marked(Mark::Uninitialised);
  if (function.isVariadic)
    for (std::size_t i = function.parameters.size(); i < arguments.size(); ++i) {
      frame_->variadic.push_back(arguments[i]);
      frame_->variadicTypes.push_back(site.arguments[i].type);
    }
  enterBlock(0);
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
  const std::vector<ir::ScalarType>& wanted = left->callSite->results;
  for (std::size_t i = 0; i < std::min(wanted.size(), results.size()); ++i)
    if (!canHandOver(left->function->results[i], wanted[i]))
      return unsupported("a result of another kind than the caller takes");
  state_->frames.pop();
  // `results` may stand in the frame that just left; it lives until the end of this function.
  load(*state_);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    slots_[left->result + i] = i < results.size() ? handedOver(results[i], left->function->results[i], wanted[i])
                                                  : Value::marked(Mark::Uninitialised);
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
  enterBlock(0);
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
  passJoins(frames);
  while (state_->frames.size() > frames) {
    endLocals();
    state_->frames.pop();
    load(*state_);
  }
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
  enterBlock(0);
  return true;
}

Machine::CallPlace Machine::callPlace() const {
  return {static_cast<std::uint32_t>(state_->frames.size()), static_cast<std::uint32_t>(next_ - code_ - 1)};
}

bool Machine::returnAgain(CallPlace place, const Value& value) {
  unwind(place.frames);
  passJoins(place.frames - 1); // what it does now may lead around them
  join_ = ir::none;
  const ir::Instruction& call = code_[place.instruction];
  next_ = &call + 1;
  slots_[call.d] = value;
  if (const ir::BlockIndex normal = frame_->function->calls[call.b].normal; normal != ir::none) jump(normal);
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
  const Question question{kind, static_cast<std::uint32_t>(alternatives.size())};
  std::vector<Question>& questions = state_->questions;
  if (decision_ < state_->decisions.size()) {
    if (decision_ < questions.size() && questions[decision_] != question) {
      unsupported("an instruction that asks otherwise when it is executed again"); // our bug: the answer is another's
      return {};
    }
    return state_->decisions[decision_++];
  }
  questions.resize(decision_);
  questions.push_back(question);
  asked_ = Choice{kind, site(), {alternatives.begin(), alternatives.end()}};
  return {};
}

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

void Machine::approximate(std::string text, bool isExactForNumbers) {
  state_->approximations.push({std::move(text), site(), isExactForNumbers});
}

void Machine::emit(Effect effect) {
  effect.site = site();
  state_->effects.push(Ref<Effect>::make(std::move(effect)));
}

// --- values -----------------------------------------------------------------------------------------------------

} // namespace beagle::exec
