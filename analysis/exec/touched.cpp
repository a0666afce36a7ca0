#include "analysis/exec/touched.h"

#include "analysis/exec/library_state.h"
#include "analysis/input/layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::exec {

std::string pathOfElement(const InputPointer& input, std::uint64_t i) {
  return input.head != ir::none ? fmt::format("{}[{}]", input.arrayPath, i) : elementPath(input, i);
}

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  hash = (hash ^ value) * odd;
  return (hash ^ (hash >> 29)) | 1;
}

} // namespace

std::uint64_t shapeOf(const ir::SourceTypes& types, ir::TypeIndex index) {
  if (index == ir::none) return 1;
  const ir::SourceType& type = types.type(index);
  std::uint64_t shape = mixed(static_cast<std::uint64_t>(type.kind), type.size);
  if (type.kind == ir::SourceType::Kind::Array) return mixed(mixed(shape, type.count), shapeOf(types, type.element));
  if (!input::isRecord(type)) return shape;
  for (const ir::SourceType::Member& member : type.members) {
    shape = mixed(mixed(shape, std::hash<std::string>()(member.name)), member.offset);
    shape = mixed(mixed(mixed(shape, member.bitSize), member.bitOffset), shapeOf(types, member.type));
  }
  return shape;
}

std::uint64_t shapeOf(const ir::SourceTypes& types, const InputPointer& input) {
  const std::uint64_t shape = mixed(shapeOf(types, input.head), shapeOf(types, input.target));
  return mixed(mixed(shape, input.tail), input.elementSize);
}

namespace {

/// The arrays in one object.
class WrittenParts {
public:
  template <class Shape>
  WrittenParts(const ir::SourceTypes& types, const Contents& contents, Touched::Parts& parts, Shape shapeOfIt)
      : types_(types), contents_(contents), parts_(parts) {
    const std::uint64_t shape = contents.hasBegun() ? shapeOfIt() : 0;
    if (shape == 0 || (parts.shape != 0 && parts.shape != shape)) parts.areAll = true;
    parts.shape = shape;
  }

  /// As input::forEachScalar names them. Of a union, its bytes.
  void add(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
    if (parts_.areAll || index == ir::none) return;
    const ir::SourceType& type = types_.type(index);
    if (contents_.isAsBegun(offset, type.size)) return;
    if (type.kind == ir::SourceType::Kind::Array) return addArray(type, offset, path);
    if (!input::isRecord(type)) return;
    if (type.kind == ir::SourceType::Kind::Union) {
      for (std::uint64_t i = 0; i < type.size; i += unionChunk)
        if (!contents_.isAsBegun(offset + i, std::min(unionChunk, type.size - i)))
          parts_.chunks.emplace(path, i / unionChunk);
      return;
    }
    for (const ir::SourceType::Member& member : type.members)
      if (member.bitSize == 0)
        add(member.type, offset + member.offset, member.name.empty() ? path : path + "." + member.name);
  }

private:
  void addArray(const ir::SourceType& array, std::uint64_t offset, const std::string& path) {
    if (array.element == ir::none) return;
    const std::uint64_t step = types_.type(array.element).size;
    for (std::uint64_t i = 0; i < array.count; i += chunkElements)
      if (!contents_.isAsBegun(offset + i * step, std::min(chunkElements, array.count - i) * step))
        parts_.chunks.emplace(path, i / chunkElements);
    for (std::uint64_t i = 0; i < array.count && array.count <= chunkElements; ++i)
      add(array.element, offset + i * step, fmt::format("{}[{}]", path, i));
  }

  const ir::SourceTypes& types_;
  const Contents& contents_;
  Touched::Parts& parts_;
};

void addWritten(Harness& harness, const State& state, ObjectId id, Touched::Parts& parts) {
  const InputPointer& input = *harness.pointerAt(state, id); // as what it is seen
  if (input.isAsked || input.root == RootKind::Stream) parts.areAll = true;
  WrittenParts written(harness.types(), state.memory[id].contents, parts,
                       [&] { return shapeOf(harness.types(), input); });
  written.add(input.head, 0, elementPath(input, 0));
  for (std::uint64_t i = 0; i < input.maxElements && !parts.areAll; ++i)
    written.add(input.target, input.tail + i * input.elementSize, pathOfElement(input, i));
}

} // namespace

void addTouched(const Machine& machine, Harness& harness, const State& state, Touched& touched) {
  const auto globals = machine.program().globals();
  const bool showsEnds = hasOwnObjectEnd(machine, state);
  for (ir::GlobalIndex i = 0; i < globals.size(); ++i) {
    const ObjectId id = machine.globalObject(i);
    if (globals[i].isConstant || isInnerMatter(globals[i]) || !state.memory.exists(id) ||
        harness.isAsConstructed(state, i) || harness.isAsBegun(state, i) || (isOfObjectEnds(globals[i]) && !showsEnds))
      continue;
    Touched::Parts& parts = touched.globals[globals[i].name];
    const std::string path = globals[i].isRuntime ? hiddenPath(globals[i]) : harness.globalPath(i);
    const ir::TypeIndex type = harness.types().global(i);
    if (harness.beginsOtherwise(i)) parts.areAll = true;
    WrittenParts(harness.types(), state.memory[id].contents, parts, [&] {
      return shapeOf(harness.types(), type);
    }).add(type, 0, path);
  }
  for (std::size_t i = 0; i < state.inputs.size(); ++i)
    if (const ObjectId id = state.inputs[i].id; state.memory.exists(id))
      addWritten(harness, state, id, touched.inputs[state.inputs[i].pointer]);
}

} // namespace beagle::exec
