#include "analysis/input/container.h"

#include "analysis/input/layout.h"
#include "analysis/input/standard.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::input {

using Kind = ir::SourceType::Kind;
using ir::TypeIndex;
using Form = Container::Form;

namespace {

constexpr std::uint64_t wordBytes = 8;

std::uint64_t roundedUp(std::uint64_t size, std::uint64_t step) { return (size + step - 1) / step * step; }

Form formOf(Standard kind) {
  switch (kind) {
  case Standard::List: return Form::Ring;
  case Standard::ForwardList: return Form::Chain;
  case Standard::Deque: return Form::Blocks;
  case Standard::Map:
  case Standard::MultiMap:
  case Standard::Set:
  case Standard::MultiSet: return Form::Tree;
  default: return Form::Table;
  }
}

bool isMap(Standard kind) {
  return kind == Standard::Map || kind == Standard::MultiMap || kind == Standard::UnorderedMap ||
         kind == Standard::UnorderedMultiMap;
}

bool hasEqualKeys(Standard kind) {
  return kind == Standard::MultiMap || kind == Standard::MultiSet || kind == Standard::UnorderedMultiMap ||
         kind == Standard::UnorderedMultiSet;
}

/// Whether nodes keep the hash: the first of the traits of the table, which only its name tells.
bool keepsHash(const ir::SourceTypes& types, TypeIndex index) {
  const auto table = findMember(types, index, "_M_h");
  return table && types.type(table->type).name.find("_Hashtable_traits<true") != std::string::npos;
}

std::uint64_t elementStart(Form form) {
  switch (form) {
  case Form::Ring: return ring::element;
  case Form::Tree: return tree::element;
  case Form::Blocks: return 0;
  default: return chain::element;
  }
}

/// Places the parts of an element in a node.
void layOutNode(const ir::SourceTypes& types, Container& container) {
  std::uint64_t end = elementStart(container.form);
  std::uint64_t alignment = 1;
  for (const TypeIndex part : {container.key, container.value})
    if (part != ir::none) alignment = std::max(alignment, alignmentOf(types, part));
  end = roundedUp(end, alignment);
  const auto place = [&](TypeIndex part, std::uint64_t& at) {
    if (part == ir::none) return;
    at = roundedUp(end, alignmentOf(types, part));
    end = at + types.type(part).size;
  };
  place(container.key, container.keyAt);
  place(container.value, container.valueAt);
  end = roundedUp(end, alignment);
  if (container.hashAt) {
    container.hashAt = roundedUp(end, wordBytes);
    end = *container.hashAt + wordBytes;
  }
  container.nodeSize = container.form == Form::Blocks ? end : roundedUp(end, std::max(alignment, wordBytes));
}

} // namespace

std::uint64_t alignmentOf(const ir::SourceTypes& types, TypeIndex index) {
  constexpr std::uint64_t most = 16;
  if (index == ir::none) return 1;
  const ir::SourceType& type = types.type(index);
  if (type.kind == Kind::Array) return alignmentOf(types, type.element);
  if (!isRecord(type)) return std::clamp<std::uint64_t>(type.size, 1, most);
  std::uint64_t alignment = 1;
  for (const ir::SourceType::Member& member : type.members)
    alignment = std::max(alignment, alignmentOf(types, member.type));
  return alignment;
}

std::optional<Container> containerOf(const ir::SourceTypes& types, TypeIndex index) {
  if (index == ir::none) return {};
  const ir::SourceType& type = types.type(index);
  const Standard kind = standardOf(type);
  if (!isContainer(kind) || type.arguments.empty()) return {};
  const std::vector<TypeIndex>& arguments = type.arguments;
  const auto isKnown = [&](TypeIndex part) { return part != ir::none && types.type(part).size > 0; };
  if (!std::ranges::all_of(arguments, isKnown) || !types.type(arguments.back()).name.starts_with("std::allocator<"))
    return {};
  Container container;
  container.form = formOf(kind);
  container.hasEqualKeys = hasEqualKeys(kind);
  const bool isKeyed = container.form == Form::Tree || container.form == Form::Table;
  const std::size_t expected =
      2 + (isKeyed ? 1U : 0U) + (isMap(kind) ? 1U : 0U) + (container.form == Form::Table ? 1U : 0U);
  if (arguments.size() != expected) return {};
  std::size_t next = 0;
  if (isKeyed) container.key = arguments[next++];
  if (!isKeyed || isMap(kind)) container.value = arguments[next++];
  if (isKeyed) container.order = arguments[next++];
  if (container.form == Form::Table) container.equality = arguments[next];
  constexpr std::string_view heads[] = {"_M_node", "_M_head", "_M_header", "_M_buckets", "_M_map"};
  const auto head = findMember(types, index, heads[static_cast<std::size_t>(container.form)]);
  if (!head) return {};
  container.head = head->offset;
  if (container.form == Form::Table && keepsHash(types, index)) container.hashAt = 0;
  constexpr std::string_view counts[] = {"_M_size", "", "_M_node_count", "_M_element_count", ""};
  if (const auto count = findMember(types, index, counts[static_cast<std::size_t>(container.form)]))
    container.count = count->offset;
  layOutNode(types, container);
  return container;
}

std::string keyPath(const std::string& path, std::uint64_t number) { return fmt::format("{}.key({})", path, number); }

std::vector<ElementPart> elementParts(const Container& container, const std::string& path, std::uint64_t number) {
  if (container.key == ir::none) return {{container.value, container.valueAt, fmt::format("{}[{}]", path, number)}};
  std::vector<ElementPart> parts{{container.key, container.keyAt, keyPath(path, number)}};
  if (container.value != ir::none)
    parts.push_back({container.value, container.valueAt, fmt::format("{}.value({})", path, number)});
  return parts;
}

std::uint64_t elementsOfBlock(const Container& container) {
  return std::max<std::uint64_t>(1, blocks::blockBytes / container.nodeSize);
}

} // namespace beagle::input
