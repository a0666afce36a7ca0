#include "analysis/pipeline/pointer_text.h"

#include "analysis/report/wording.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace beagle::pipeline {

namespace {

using ir::SourceType;

/// Where something stands: an expression, and how many bytes further on.
struct Place {
  std::string expression;
  std::uint64_t rest = 0;
};

/// The smallest part of it in which the byte stands; the largest of those that begin with it.
Place partOf(const ir::SourceTypes& types, Place place, ir::TypeIndex index) {
  while (index != ir::none && place.rest != 0) {
    const SourceType& type = types.type(index);
    if (type.kind == SourceType::Kind::Array) {
      const std::uint64_t size = types.type(type.element).size;
      if (size == 0) break;
      place.expression += fmt::format("[{}]", place.rest / size);
      place.rest %= size;
      index = type.element;
      continue;
    }
    const auto member = std::ranges::find_if(type.members, [&](const SourceType::Member& each) {
      return each.type != ir::none && each.offset <= place.rest &&
             place.rest - each.offset < types.type(each.type).size;
    });
    if (member == type.members.end()) break;
    if (!member->isBase && !member->name.empty()) place.expression += "." + member->name;
    place.rest -= member->offset;
    index = member->type;
  }
  return place;
}

std::string shown(const std::string& start, std::uint64_t bytes) {
  const auto distance = static_cast<std::int64_t>(bytes);
  if (distance == 0) return start;
  const auto size = static_cast<std::size_t>(distance < 0 ? 0 - bytes : bytes);
  return fmt::format("{} {} {}", start, distance < 0 ? '-' : '+', support::counted(size, "byte"));
}

std::string partText(const ir::SourceTypes& types, const std::string& start, const std::string& expression,
                     std::uint64_t bytes, ir::TypeIndex type) {
  const Place place = partOf(types, {expression, bytes}, type);
  if (place.expression == expression) return shown(start, bytes);
  return shown("&" + report::asSource(place.expression), place.rest);
}

/// What stands in a constant from there on, where it is a text of characters that show.
std::optional<std::string> textIn(const ir::Global& constant, std::uint64_t from) {
  constexpr std::size_t most = 60;
  if (!constant.isConstant || !constant.relocations.empty() || from >= constant.size) return {};
  std::string text;
  for (std::uint64_t i = from; i < constant.bytes.size() && constant.bytes[i] != 0; ++i)
    text += static_cast<char>(constant.bytes[i]);
  const bool isText = std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' || c == '\n' || c == '\t'; });
  if (!isText || from + text.size() >= constant.size) return {};
  return fmt::format("\"{}\"", support::printable(text, most));
}

/// The label at this distance from the beginning of a function, if it is one that a `goto` there may lead to.
std::optional<std::string> labelText(const exec::Machine& machine, ir::FunctionIndex index, std::uint64_t bytes) {
  const ir::FunctionInfo& info = machine.program().functions()[index];
  if (bytes == 0 || !info.isDefined) return {};
  const ir::Function& body = machine.program().body(index);
  for (const ir::Instruction& jump : body.code) {
    if (jump.op != ir::Opcode::IndirectJump) continue;
    for (std::uint32_t k = 0; k < jump.c; ++k) {
      if (body.operands[jump.b + 2 * k] != bytes) continue;
      const ir::Block* block = &body.blocks[body.operands[jump.b + 2 * k + 1]];
      if (!block->isSource) block = &body.blocks[body.code[block->first + block->count - 1].d];
      return fmt::format("the label at line {} of {}", body.locations[body.code[block->first].where].line,
                         info.sourceName);
    }
  }
  return {};
}

} // namespace

std::string pointerText(const exec::Machine& machine, const exec::Harness& harness, const exec::State& state,
                        const exec::Value& pointer, logic::Evaluator& evaluator) {
  const std::uint64_t bytes = pointer.isSymbolic() ? evaluator.bits64(pointer.asTerm()) : pointer.bits;
  const exec::ObjectId object = pointer.object();
  if (const auto function = machine.functionOf(object)) {
    const auto label = labelText(machine, *function, bytes);
    return label ? *label : shown("&" + machine.program().functions()[*function].sourceName, bytes);
  }
  const ir::SourceTypes& types = harness.types();
  if (object <= machine.program().globals().size()) {
    const ir::GlobalIndex global = object - 1;
    const std::string name = harness.globalPath(global).substr(2);
    const bool isInSource = name.find('.') == std::string::npos; // what the compiler made has no name
    if (isInSource) return partText(types, "&" + report::asSource(name), name, bytes, types.global(global));
    return textIn(machine.program().globals()[global], bytes).value_or("a pointer");
  }
  if (const auto input = exec::inputAt(state, object)) {
    const exec::InputPointer& root = harness.pointer(exec::viewOf(*input));
    const std::uint64_t number =
        root.elementSize > 0 && static_cast<std::int64_t>(bytes) >= 0 ? bytes / root.elementSize : 0;
    if (root.path.empty()) return "a pointer";
    if (root.tail > 0) return shown(report::asSource(root.path), bytes);
    const std::string element = fmt::format("{}[{}]", root.path, number);
    const std::string start = number == 0 ? report::asSource(root.path) : "&" + report::asSource(element);
    return partText(types, start, element, bytes - number * root.elementSize, root.target);
  }
  if (state.memory.exists(object) && !state.memory[object].isAlive)
    return state.memory[object].kind == exec::ObjectKind::Stack ? "a pointer to a local variable that is gone"
                                                                : "a pointer to memory that was freed";
  return "a pointer";
}

std::string valueText(const exec::ShownInput& shown) { return report::asSource(shown.array) + shown.value; }

} // namespace beagle::pipeline
