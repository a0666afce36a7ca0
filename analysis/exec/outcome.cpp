#include "analysis/exec/outcome.h"

#include "analysis/input/layout.h"

namespace beagle::exec {

using logic::Op;

std::vector<ir::GlobalIndex> touchedGlobals(const Machine& machine, const State& state) {
  std::vector<ir::GlobalIndex> touched;
  const auto globals = machine.program().globals();
  for (ir::GlobalIndex i = 0; i < globals.size(); ++i)
    if (!globals[i].isConstant && state.memory.exists(machine.globalObject(i))) touched.push_back(i);
  return touched;
}

namespace {

/// Appends the scalars of a value of the type that stands in the contents.
void addScalars(Machine& machine, const ir::SourceTypes& types, const Contents& contents, std::uint64_t offset,
                ir::TypeIndex type, const std::string& path, Term exists, std::vector<Observed>& out) {
  input::forEachScalar(types, type, offset, path, [&](const input::ScalarPlace& place) {
    if (place.offset + (place.type.width + 7U) / 8 > contents.size()) return;
    out.push_back({place.path, contents.read(machine, place.offset, place.type), place.type, exists});
  });
}

void addBytes(Machine& machine, const Contents& contents, const std::string& path, std::vector<Observed>& out) {
  constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
  for (std::uint64_t i = 0; i < contents.size(); ++i)
    out.push_back({fmt::format("{}[{}]", path, i), contents.read(machine, i, byte), byte, {}});
}

void addInputObjects(Machine& machine, const Harness& harness, const State& state, std::vector<Observed>& out) {
  logic::TermManager& terms = machine.terms;
  for (const InputObject& input : harness.objects()) {
    const Object& object = state.memory[input.object];
    if (!object.isAlive || object.isConstant) continue;
    for (std::uint64_t i = 0; i < input.maxElements; ++i) {
      const Term exists =
          input.elements ? terms.binary(Op::ULess, terms.constant(64, i), input.elements) : Term();
      const std::string path = fmt::format("{}[{}]", input.path, i);
      if (input.element != ir::none && harness.types().type(input.element).size > 0) {
        addScalars(machine, harness.types(), object.contents, i * input.elementSize, input.element, path, exists, out);
      } else {
        constexpr ir::ScalarType byte{ir::ScalarKind::Integer, 0, 8};
        out.push_back({path, object.contents.read(machine, i, byte), byte, exists});
      }
    }
  }
}

} // namespace

Outcome observe(Machine& machine, Harness& harness, State& state, ir::FunctionIndex entry,
                const std::vector<ir::GlobalIndex>& globals) {
  machine.attach(state);
  Outcome outcome;
  outcome.ending = *state.ending;
  state.effects.forEach([&](const Ref<Effect>& effect) {
    if (effect->kind != Effect::Kind::Write) return;
    if (effect->stream != 1 && effect->stream != 2) {
      outcome.otherStreams.push_back(fmt::format("descriptor {}", effect->stream));
      return;
    }
    std::vector<Term>& stream = effect->stream == 1 ? outcome.output : outcome.errors;
    stream.insert(stream.end(), effect->bytes.begin(), effect->bytes.end());
  });
  if (outcome.ending.kind != EndKind::Returned) return outcome;

  const ir::Function& function = machine.program().body(entry);
  for (std::size_t i = 0; i < state.results.size(); ++i)
    outcome.values.push_back({state.results.size() == 1 ? "return" : fmt::format("return.{}", i), state.results[i],
                              function.results[i], {}});
  if (harness.resultObject() != 0) {
    const ir::TypeIndex type = harness.types().function(entry).result;
    addScalars(machine, harness.types(), state.memory[harness.resultObject()].contents, 0, type, "return", {},
               outcome.values);
  }
  addInputObjects(machine, harness, state, outcome.values);
  for (const ir::GlobalIndex index : globals) {
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
