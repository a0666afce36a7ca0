#include "analysis/exec/given_inputs.h"

#include "analysis/exec/models.h"

#include <algorithm>

namespace beagle::exec {

using logic::Sort;

namespace {

/// A value of the type in which all bits of the number show.
logic::BitVector widened(std::uint64_t value, ir::ScalarType type) {
  logic::BitVector bits = logic::BitVector(64, value).zeroExtend(type.width);
  const bool isX87 =
      type.kind == ir::ScalarKind::Float && static_cast<logic::FloatFormat>(type.format) == logic::FloatFormat::X87;
  if (!isX87 || value == 0) return bits;
  // Its leading bit is written, and set in all numbers that are not tiny.
  constexpr std::uint64_t leading = 1ULL << 63U;
  constexpr std::uint64_t bias = 16383;
  bits.setWord(0, value | leading);
  bits.setWord(1, bias + value % 16);
  return bits;
}

} // namespace

void GivenInput::begin(InputSource& source) {
  source_ = &source;
  assignment_.clear();
  evaluator_.reset(assignment_);
  known_.clear();
  ++input_;
}

void GivenInput::syncLeaves() {
  for (; synced_ < leaves_.all().size(); ++synced_) {
    const std::uint32_t number = terms_.variableNumber(leaves_.all()[synced_].variable);
    if (number >= leafOf_.size()) leafOf_.resize(number + 1, ir::none);
    leafOf_[number] = static_cast<std::uint32_t>(synced_);
  }
  givenIn_.resize(synced_);
  values_.resize(synced_);
}

std::vector<std::uint32_t> GivenInput::leavesOf(Term term) {
  syncLeaves();
  std::vector<std::uint32_t> found;
  for (const std::uint32_t number : terms_.support(term))
    if (number < leafOf_.size() && leafOf_[number] != ir::none) found.push_back(leafOf_[number]);
  return found;
}

/// A term is evaluated only when all leaves in it have a value, so what the evaluator remembers stays true.
void GivenInput::prepare(Term term) {
  if (synced_ != leaves_.all().size()) syncLeaves();
  for (const std::uint32_t number : terms_.support(term)) {
    if (number >= leafOf_.size() || leafOf_[number] == ir::none || givenIn_[leafOf_[number]] == input_) continue;
    const std::uint32_t position = leafOf_[number];
    givenIn_[position] = input_;
    known_.push_back(position);
    const input::Leaf& leaf = leaves_.all()[position];
    const std::uint64_t value =
        source_->valueOf(leaf, position) & logic::lowMask(std::min<std::uint32_t>(leaf.type.width, 64));
    values_[position] = value;
    if (leaf.type.width > 64) assignment_.set(leaf.variable, widened(value, leaf.type));
    else assignment_.set(leaf.variable, value);
  }
}

bool GivenInput::truth(Term term) {
  if (terms_.isConstant(term)) return terms_.isTrue(term);
  prepare(term);
  return evaluator_.truth(term);
}

Term GivenInput::constant(Term term) {
  if (terms_.isConstant(term)) return term;
  prepare(term);
  const Sort sort = terms_.sort(term);
  if (sort.isBool()) return terms_.truth(evaluator_.truth(term));
  if (sort.isFloat()) return terms_.floatConstant(sort.format(), evaluator_.bits(term));
  return terms_.constant(evaluator_.bits(term));
}

Value GivenInput::concrete(const Value& value) {
  if (!value.isSymbolic()) return value;
  const Term term = value.asTerm();
  const Sort sort = terms_.sort(term);
  if (sort.isArray()) return value;
  if ((sort.isFloat() ? logic::widthOf(sort.format()) : sort.width) > 64) return {0, constant(term).id(), value.tag};
  if (!terms_.isConstant(term)) prepare(term);
  return {sort.isBool() ? std::uint64_t{evaluator_.truth(term)} : evaluator_.bits64(term), 0, value.tag};
}

void GivenInput::makeConcrete(Contents& contents, ByteContext& context, std::uint64_t from) {
  if (contents.isPlain()) return;
  bool isPlain = from == 0;
  for (std::uint64_t at = from; at < contents.size();) {
    const auto stored = contents.valueAt(at);
    if (!stored) {
      isPlain = isPlain && !contents.isUninitialised(at) && contents.concreteByte(at);
      ++at;
      continue;
    }
    const auto [start, type] = *stored;
    const Value value = concrete(contents.read(context, start, type));
    contents.write(context, start, value, type);
    isPlain = isPlain && value.isPlain();
    at = start + (type.width + 7U) / 8;
  }
  if (isPlain) contents.makePlain(); // which is read faster
}

// --- surroundings --------------------------------------------------------------------------------------------------

void GivenSurroundings::give(GivenInput& input, Machine& machine) {
  input_ = &input;
  machine_ = &machine;
  refused_ = exceeded_ = Term();
}

void GivenSurroundings::giveArguments(State& state, ir::FunctionIndex entry) {
  machine_->attach(state);
  const ir::Function& body = machine_->program().body(entry);
  Frame& frame = state.frames.own(0).own();
  for (const ir::Parameter& parameter : body.parameters) {
    frame.slots[parameter.slot] = input_->concrete(frame.slots[parameter.slot]);
    const ObjectId id = frame.slots[parameter.slot].object();
    if (id == 0 || !state.memory.exists(id) || state.memory[id].kind != ObjectKind::Stack) continue;
    if (!state.memory[id].contents.isPlain()) input_->makeConcrete(state.memory.own(id).contents, *machine_);
  }
}

/// What is made may only be taken for granted with some inputs: the path then says so.
void GivenSurroundings::check(const State& state, std::size_t before) {
  if (state.path.size() == before || refused_) return;
  const std::vector<Term> path = state.path.all();
  for (std::size_t i = before; i < path.size() && !refused_; ++i)
    if (!input_->truth(path[i])) refused_ = path[i];
}

template <class Make> Ref<Object> GivenSurroundings::given(State& state, Make make) {
  const std::size_t before = state.path.size();
  Ref<Object> made = make();
  if (!input_) return made;
  check(state, before);
  Object& object = made.own();
  input_->makeConcrete(object.contents, *machine_);
  if (object.given) object.given = std::make_shared<const Contents>(object.contents);
  if (!object.size) return made;
  object.size = input_->constant(object.size);
  if (machine_->terms.bits64(object.size) == object.contents.size()) object.size = Term();
  return made;
}

Ref<Object> GivenSurroundings::global(State& state, ir::GlobalIndex index) {
  return given(state, [&] { return harness_.global(state, index); });
}
Ref<Object> GivenSurroundings::input(State& state, ObjectId id) {
  return given(state, [&] { return harness_.input(state, id); });
}

Term GivenSurroundings::sizeLimit(State& state, ObjectId id) {
  const Term limit = harness_.sizeLimit(state, id);
  if (!input_) return limit;
  const Term kept = input_->constant(limit);
  if (!exceeded_ && !input_->truth(kept)) exceeded_ = limit;
  return kept;
}

Term GivenSurroundings::possibleSize(State& state, ObjectId id) {
  const Term possible = harness_.possibleSize(state, id);
  return input_ ? input_->constant(possible) : possible;
}

template <class Call> bool GivenSurroundings::called(Machine& machine, const ModelCall& call, Call make) {
  const std::size_t before = machine.state().path.size();
  const std::size_t effects = machine.state().effects.size();
  if (!make()) return false;
  if (!input_) return true;
  check(machine.state(), before);
  for (std::size_t i = effects; i < machine.state().effects.size(); ++i) {
    const Effect& effect = *machine.state().effects[i];
    for (const auto& written : effect.written)
      input_->makeConcrete(machine.ownObject(effect.values[written.argument].object()).contents, machine,
                           written.offset);
  }
  for (std::uint32_t i = 0; i < call.site.results.size(); ++i) {
    Value& slot = machine_->slot(call.result + i);
    slot = input_->concrete(slot);
  }
  return true;
}

bool GivenSurroundings::call(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) {
  return called(machine, call, [&] { return harness_.call(machine, callee, call); });
}

bool GivenSurroundings::callElsewhere(Machine& machine, ir::FunctionIndex callee, const ModelCall& call) {
  return called(machine, call, [&] { return harness_.callElsewhere(machine, callee, call); });
}

Value GivenSurroundings::root(State& state, RootKind kind, const std::vector<Term>& name) {
  const Value pointer = harness_.root(state, kind, name);
  return input_ ? input_->concrete(pointer) : pointer;
}

bool GivenSurroundings::callInput(Machine& machine, ObjectId pointer, const ModelCall& call) {
  return called(machine, call, [&] { return harness_.callInput(machine, pointer, call); });
}

/// What is not the same by its own choice needs no look at the contents.
std::optional<AliasChoice> GivenSurroundings::alias(const State& state, ObjectId one, ObjectId other,
                                                    AliasAsked asked) {
  auto choice = harness_.alias(state, one, other, asked);
  if (!input_ || !choice) return choice;
  if (!input_->truth(choice->agrees) && !refused_) refused_ = choice->agrees;
  if (!input_->truth(choice->variable)) return {};
  return choice;
}

} // namespace beagle::exec
