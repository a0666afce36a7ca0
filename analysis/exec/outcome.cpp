#include "analysis/exec/outcome.h"

#include "analysis/input/layout.h"

namespace beagle::exec {

using logic::Op;

void addTouched(const Machine& machine, const State& state, Touched& touched) {
  const auto globals = machine.program().globals();
  for (ir::GlobalIndex i = 0; i < globals.size(); ++i)
    if (!globals[i].isConstant && state.memory.exists(machine.globalObject(i))) touched.globals.insert(globals[i].name);
  for (std::size_t i = 0; i < state.inputs.size(); ++i)
    if (state.memory.exists(state.inputs[i].id)) touched.inputs.insert(state.inputs[i].pointer);
}

namespace {

/// The bits of a byte that are no padding.
Value masked(logic::TermManager& terms, const Value& byte, std::uint8_t mask) {
  if (byte.isPlain()) return Value::concrete(byte.bits & mask);
  if (!byte.isSymbolic() || byte.object() != 0) return byte;
  const Term rest = terms.binary(Op::BitAnd, byte.asTerm(), terms.constant(8, mask));
  return terms.isConstant(rest) ? Value::concrete(terms.bits64(rest)) : Value::symbolic(rest);
}

/// Appends the scalars of a value of the type that stands in the contents.
void addScalars(Machine& machine, const ir::SourceTypes& types, const Contents& contents, std::uint64_t offset,
                ir::TypeIndex type, const std::string& path, Term exists, std::vector<Observed>& out) {
  input::forEachScalar(types, type, offset, path, [&](const input::ScalarPlace& place) {
    if (place.offset + (place.type.width + 7U) / 8 > contents.size() || place.mask == 0) return;
    if (place.type.kind != ir::ScalarKind::Pointer && contents.isPointerAt(place.offset)) { // as a whole, or not at all
      const auto [start, stored] = *contents.valueAt(place.offset);
      if (start == place.offset) out.push_back({place.path, contents.read(machine, start, stored), stored, exists});
      return;
    }
    Value value = contents.read(machine, place.offset, place.type);
    if (place.mask != 0xff) value = masked(machine.terms, value, place.mask);
    out.push_back({place.path, value, place.type, exists});
  });
}

void addBytes(Machine& machine, const Contents& contents, const std::string& path, std::vector<Observed>& out) {
  constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
  for (std::uint64_t i = 0; i < contents.size(); ++i) {
    const auto whole = contents.isPointerAt(i) ? contents.valueAt(i) : std::nullopt;
    if (!whole) out.push_back({fmt::format("{}[{}]", path, i), contents.read(machine, i, byte), byte, {}});
    else if (whole->first == i) // as a pointer: its address is nobody's business
      out.push_back({fmt::format("{}[{}]", path, i), contents.read(machine, i, whole->second), whole->second, {}});
  }
}

/// What stands behind a pointer of the input. A buffer of free size: as far as it goes.
void addInput(Machine& machine, const Harness& harness, const State& state, const InputPointer& input, ObjectId id,
              std::vector<Observed>& out) {
  logic::TermManager& terms = machine.terms;
  const Object& object = state.memory[id];
  if (!object.isAlive || object.isConstant) return;
  for (std::uint64_t i = 0; i < input.maxElements; ++i) {
    Term exists = input.elements ? terms.binary(Op::ULess, terms.constant(64, i), input.elements) : Term();
    if (object.null) exists = exists ? terms.logicalAnd(exists, terms.logicalNot(object.null)) : terms.logicalNot(object.null);
    const std::string path = fmt::format("{}[{}]", input.path, i);
    if (input.target != ir::none && harness.types().type(input.target).size > 0) {
      addScalars(machine, harness.types(), object.contents, i * input.elementSize, input.target, path, exists, out);
    } else {
      constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
      out.push_back({path, object.contents.read(machine, i, byte), byte, exists});
    }
  }
}

} // namespace

Outcome observe(Machine& machine, Harness& harness, State& state, ir::FunctionIndex entry,
                const Touched& touched) {
  machine.attach(state);
  Outcome outcome;
  outcome.ending = *state.ending;
  state.effects.forEach([&](const Ref<Effect>& effect) {
    if (effect->kind == Effect::Kind::Call) outcome.calls.push_back(effect);
    if (effect->kind != Effect::Kind::Write) return;
    if (effect->stream != 1 && effect->stream != 2) {
      outcome.otherStreams.push_back(fmt::format("descriptor {}", effect->stream));
      return;
    }
    std::vector<Term>& stream = effect->stream == 1 ? outcome.output : outcome.errors;
    stream.insert(stream.end(), effect->bytes.begin(), effect->bytes.end());
  });
  const bool hasReturned = outcome.ending.kind == EndKind::Returned;
  if (!hasReturned && outcome.ending.kind != EndKind::Thrown) return outcome;

  const ir::Function& function = machine.program().body(entry);
  for (std::size_t i = 0; i < state.results.size(); ++i)
    outcome.values.push_back({state.results.size() == 1 ? "return" : fmt::format("return.{}", i), state.results[i],
                              function.results[i], {}});
  if (hasReturned && harness.resultObject() != 0) {
    const ir::TypeIndex type = harness.types().function(entry).result;
    addScalars(machine, harness.types(), state.memory[harness.resultObject()].contents, 0, type, "return", {},
               outcome.values);
  }
  for (const std::uint32_t number : touched.inputs)
    if (const auto id = harness.place(state, number)) {
      (void)machine.object(*id);
      addInput(machine, harness, state, harness.pointer(number), *id, outcome.values);
    }
  for (const std::string& name : touched.globals) {
    const auto found = machine.program().findGlobal(name);
    if (!found) continue;
    const ir::GlobalIndex index = *found;
    const Object& object = machine.object(machine.globalObject(index));
    const std::string path = "::" + machine.program().globals()[index].name;
    const ir::TypeIndex type = harness.types().global(index);
    if (type == ir::none || harness.types().type(type).size == 0)
      addBytes(machine, object.contents, path, outcome.values);
    else
      addScalars(machine, harness.types(), object.contents, 0, type, path, {}, outcome.values);
  }
  return outcome;
}

} // namespace beagle::exec
