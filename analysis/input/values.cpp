#include "analysis/input/values.h"

#include "analysis/logic/bit_vector.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace beagle::input {

using Kind = ir::SourceType::Kind;

namespace {

std::string character(std::uint64_t code) {
  if (code == '\'' || code == '\\') return fmt::format("'\\{}'", static_cast<char>(code));
  if (code >= 0x20 && code < 0x7F) return fmt::format("'{}'", static_cast<char>(code));
  if (code == 0) return "'\\0'";
  return fmt::format("'\\x{:02x}'", code);
}

std::string enumerator(const ir::SourceType& type, std::uint64_t bits, std::uint32_t width) {
  const std::int64_t value = logic::signedValue(bits, width);
  for (const auto& [name, number] : type.enumerators)
    if (number == value || static_cast<std::uint64_t>(number) == bits) return name;
  return fmt::format("{}", value);
}

} // namespace

std::string printedFloat(std::uint64_t bits, std::uint32_t width) {
  if (width == 32) return fmt::format("{:.9g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (width == 64) return fmt::format("{:.17g}", std::bit_cast<double>(bits));
  return fmt::format("{:#x}", bits);
}

std::string printed(const Leaf& leaf, const logic::Assignment& values) {
  if (!leaf.choice.empty()) return leaf.choice;
  const std::uint32_t width = leaf.type.width;
  if (width > 64) return values.bits(leaf.variable, width).decimal();
  const std::uint64_t bits = values.bits64(leaf.variable);
  if (leaf.type.kind == ir::ScalarKind::Float) return printedFloat(bits, width);
  if (!leaf.source) return fmt::format("{}", bits);
  const ir::SourceType& type = *leaf.source;
  if (type.kind == Kind::Pointer) return bits != 0 ? "null" : "not null";
  if (type.kind == Kind::Boolean) return bits != 0 ? "true" : "false";
  if (type.kind == Kind::Character && width == 8) return character(bits);
  if (type.kind == Kind::Enum) return enumerator(type, bits, width);
  return type.isSigned ? fmt::format("{}", logic::signedValue(bits, width)) : fmt::format("{}", bits);
}

} // namespace beagle::input
