#include "analysis/testgen/library_values.h"

#include "analysis/input/container.h"
#include "analysis/input/layout.h"
#include "analysis/input/standard.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

using input::Container;
using input::Standard;
using ir::SourceType;
using ir::TypeIndex;
using Form = Container::Form;

namespace {

constexpr std::uint64_t wordBytes = 8;
constexpr std::uint64_t mostElements = 1000;

bool isKnown(const LibraryValues::Memory& memory, std::uint64_t offset, std::uint64_t count) {
  if (!memory.image || count > memory.image->bytes.size() || offset > memory.image->bytes.size() - count) return false;
  if (!memory.known || memory.known->empty()) return true;
  const auto first = memory.known->begin() + static_cast<std::ptrdiff_t>(offset);
  return std::all_of(first, first + static_cast<std::ptrdiff_t>(count), [](bool known) { return known; });
}

std::string listed(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + value;
  return "{" + text + "}";
}

bool isText(Standard kind) { return kind == Standard::String || kind == Standard::StringView; }

/// "std::map<" of "std::map<int, int, ...>".
std::string templateName(const SourceType& type) {
  std::string name = type.name.substr(0, type.name.find('<'));
  constexpr std::string_view version = "__cxx11::";
  if (const std::size_t at = name.find(version); at != std::string::npos) name.erase(at, version.size());
  return name;
}

} // namespace

struct LibraryValues::Address {
  Memory memory;
  std::uint64_t offset = 0;

  [[nodiscard]] Address at(std::uint64_t bytes) const { return {memory, offset + bytes}; }
  friend bool operator==(const Address& a, const Address& b) {
    return a.memory.image == b.memory.image && a.offset == b.offset;
  }
};

std::string LibraryValues::type(TypeIndex index) const {
  if (index == ir::none) return "";
  const SourceType& type = types_.type(index);
  const Standard kind = input::standardOf(type);
  if (kind == Standard::String) return "std::string";
  if (kind == Standard::StringView) return "std::string_view";
  std::vector<TypeIndex> parts;
  if (kind == Standard::Vector) {
    const auto start = input::findMember(types_, index, "_M_start");
    if (!start || start->type == ir::none) return typeText(types_, index);
    parts = {types_.type(start->type).element};
  } else if (const auto form = input::containerOf(types_, index)) {
    const std::string order = form->order == ir::none ? "" : types_.type(form->order).name;
    const std::string_view usual = form->form == Form::Tree ? "std::less<" : "std::hash<";
    if (!order.starts_with(usual) || order == "std::less<void>")
      if (!order.empty()) return typeText(types_, index);
    if (form->equality != ir::none && !types_.type(form->equality).name.starts_with("std::equal_to<"))
      return typeText(types_, index);
    if (form->key != ir::none) parts.push_back(form->key);
    if (form->value != ir::none) parts.push_back(form->value);
  } else {
    return typeText(types_, index);
  }
  std::string arguments;
  for (const TypeIndex part : parts) arguments += (arguments.empty() ? "" : ", ") + this->type(part);
  return fmt::format("{}<{}>", templateName(type), arguments);
}

const Target* LibraryValues::pointerIn(const Memory& memory, std::uint64_t offset) const {
  if (!isKnown(memory, offset, wordBytes)) return nullptr;
  const auto found = std::ranges::find(memory.image->pointers, offset, &Pointer::offset);
  return found == memory.image->pointers.end() ? nullptr : &found->target;
}

std::optional<std::uint64_t> LibraryValues::wordIn(const Memory& memory, std::uint64_t offset) const {
  if (!isKnown(memory, offset, wordBytes)) return {};
  std::uint64_t word = 0;
  for (std::uint64_t i = 0; i < wordBytes; ++i) word |= std::uint64_t{memory.image->bytes[offset + i]} << (8 * i);
  return word;
}

std::optional<std::string> LibraryValues::text(TypeIndex index, const Memory& memory, std::uint64_t offset) const {
  const bool isView = input::standardOf(types_.type(index)) == Standard::StringView;
  const auto length = input::findMember(types_, index, isView ? "_M_len" : "_M_string_length");
  const auto start = input::findMember(types_, index, isView ? "_M_str" : "_M_p");
  const auto count = length ? wordIn(memory, offset + length->offset) : std::nullopt;
  if (!count || !start) return {};
  if (*count == 0) return "\"\"";
  const Target* target = pointerIn(memory, offset + start->offset);
  const Memory there = target ? lookup_(*target) : Memory{};
  if (!isKnown(there, target ? target->addend : 0, *count)) return {};
  const auto first = there.image->bytes.begin() + static_cast<std::ptrdiff_t>(target->addend);
  const std::string text(first, first + static_cast<std::ptrdiff_t>(*count));
  return text.find('\0') == std::string::npos ? testgen::quoted(text)
                                              : fmt::format("{}({}, {})", type(index), testgen::quoted(text), *count);
}

std::optional<std::vector<LibraryValues::Address>> LibraryValues::vectorElements(TypeIndex index, const Memory& memory,
                                                                                 std::uint64_t offset) const {
  const auto start = input::findMember(types_, index, "_M_start"),
             finish = input::findMember(types_, index, "_M_finish");
  if (!start || !finish || start->type == ir::none || types_.type(start->type).element == ir::none) return {};
  if (!isKnown(memory, offset + start->offset, wordBytes) || !isKnown(memory, offset + finish->offset, wordBytes))
    return {};
  const std::uint64_t size = types_.type(types_.type(start->type).element).size;
  const Target* from = pointerIn(memory, offset + start->offset);
  const Target* to = pointerIn(memory, offset + finish->offset);
  std::vector<Address> elements;
  if (!from && !to) return elements;
  if (!from || !to || from->kind != to->kind || from->object != to->object || size == 0) return {};
  const std::uint64_t bytes = to->addend - from->addend;
  const Memory there = lookup_(*from);
  if (bytes > 0 && !isKnown(there, from->addend, bytes)) return {};
  for (std::uint64_t at = 0; at + size <= bytes; at += size) elements.push_back({there, from->addend + at});
  return elements;
}

std::optional<std::vector<LibraryValues::Address>> LibraryValues::nodes(const Container& form, const Memory& memory,
                                                                        std::uint64_t offset) const {
  bool isBroken = false;
  std::uint64_t left = mostElements;
  const auto read = [&](const Address& address) -> std::optional<Address> {
    const Target* target = pointerIn(address.memory, address.offset);
    if (!target) isBroken |= wordIn(address.memory, address.offset) != std::uint64_t{0};
    if (!target || target->kind == Target::Kind::Plain) return {};
    const Memory there = lookup_(*target);
    isBroken |= !there.image;
    return there.image ? std::optional(Address{there, target->addend}) : std::nullopt;
  };
  Address head{memory, offset + form.head};
  if (form.form == Form::Blocks) {
    const auto blocks = input::blocksOf(form, head, read);
    const Target* end = pointerIn(memory, head.offset + input::blocks::finish + input::blocks::current);
    if (!blocks || isBroken || !end || blocks->rest.memory.image != blocks->lastBlock.memory.image) return {};
    std::vector<Address> elements = blocks->nodes;
    for (Address at = blocks->rest; at.offset < end->addend && elements.size() < mostElements;
         at = at.at(form.nodeSize))
      elements.push_back(at);
    return elements;
  }
  if (form.form == Form::Table) head = head.at(input::table::head);
  if (form.form == Form::Ring) {
    const auto count = form.count ? wordIn(memory, offset + *form.count) : std::nullopt;
    if (!count) return {};
    left = *count; // the last one leads back
  }
  auto found = input::nodesOf(form.form, head, [&](const Address& address) -> std::optional<Address> {
    if (isBroken || (form.form == Form::Ring && left-- == 0)) return {};
    return read(address);
  });
  if (isBroken) return {};
  return found;
}

std::optional<std::string> LibraryValues::element(const Container& form, const Address& node) const {
  std::vector<std::string> parts;
  for (const input::ElementPart& part : input::elementParts(form, "", 0)) {
    const auto value = initialiser(part.type, node.memory, node.offset + part.offset);
    if (!value) return {};
    parts.push_back(*value);
  }
  return parts.size() == 1 ? parts.front() : listed(parts);
}

std::optional<std::string> LibraryValues::initialiser(TypeIndex index, Memory memory, std::uint64_t offset) const {
  if (index == ir::none) return {};
  const SourceType& type = types_.type(index);
  const Standard kind = input::standardOf(type);
  if (isText(kind)) return text(index, memory, offset);
  std::vector<std::string> values;
  const auto addAll = [&](const std::optional<std::vector<Address>>& all, auto valueOf) {
    for (std::size_t i = 0; all && i < all->size(); ++i)
      if (auto value = valueOf((*all)[i])) values.push_back(std::move(*value));
    return all && values.size() == all->size();
  };
  if (kind == Standard::Vector) {
    const auto start = input::findMember(types_, index, "_M_start");
    const bool isWhole = addAll(vectorElements(index, memory, offset), [&](const Address& at) {
      return initialiser(types_.type(start->type).element, at.memory, at.offset);
    });
    return isWhole ? std::optional(listed(values)) : std::nullopt;
  }
  if (const auto form = input::containerOf(types_, index)) {
    if (!addAll(nodes(*form, memory, offset), [&](const Address& at) { return element(*form, at); })) return {};
    // What is put into a hash table last comes first.
    if (form->form == Form::Table) std::ranges::reverse(values);
    return listed(values);
  }
  if (!isKnown(memory, offset, type.size) || type.size == 0) return {};
  std::string value = literal(type, std::span(memory.image->bytes).subspan(offset, type.size), language_);
  return value.empty() || value.starts_with("__builtin_nan") ? std::nullopt : std::optional(std::move(value));
}

std::optional<std::string> LibraryValues::expression(TypeIndex index, Memory memory, std::uint64_t offset) const {
  auto value = initialiser(index, memory, offset);
  if (!value || isText(input::standardOf(types_.type(index)))) return value;
  const std::string name = type(index);
  return name.empty() ? std::nullopt : std::optional(name + *value);
}

} // namespace beagle::testgen
