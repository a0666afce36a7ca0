#include "analysis/input/layout.h"

#include "analysis/logic/sort.h"

#include <algorithm>

namespace beagle::input {

using ir::ScalarKind;
using ir::ScalarType;
using Kind = ir::SourceType::Kind;
using logic::FloatFormat;

std::optional<ScalarType> scalarOf(const ir::SourceType& type) {
  const auto width = static_cast<std::uint16_t>(type.size * 8);
  switch (type.kind) {
  case Kind::Boolean:
  case Kind::Integer:
  case Kind::Character:
  case Kind::Enum: return ScalarType{ScalarKind::Integer, 0, width};
  case Kind::Pointer:
  case Kind::Reference: return ScalarType{ScalarKind::Pointer, 0, 64};
  case Kind::Float: {
    FloatFormat format = FloatFormat::Double;
    if (type.size == 2) format = type.name.find("bf") != std::string::npos ? FloatFormat::BFloat : FloatFormat::Half;
    if (type.size == 4) format = FloatFormat::Single;
    if (type.size == 16) format = type.name.find("128") != std::string::npos ? FloatFormat::Quad : FloatFormat::X87;
    return ScalarType{ScalarKind::Float, static_cast<std::uint8_t>(format),
                      static_cast<std::uint16_t>(logic::widthOf(format))};
  }
  default: return {};
  }
}

bool sharesBytes(const ir::SourceType& type) {
  return type.kind == Kind::Union || std::ranges::any_of(type.members, [](const auto& m) { return m.bitSize != 0; });
}

namespace {

void addBits(std::vector<std::uint8_t>& used, std::uint64_t first, std::uint64_t count) {
  for (std::uint64_t bit = first; bit < first + count && bit / 8 < used.size(); ++bit)
    used[bit / 8] = static_cast<std::uint8_t>(used[bit / 8] | 1U << bit % 8);
}

void addUsedBits(const ir::SourceTypes& types, ir::TypeIndex index, std::uint64_t offset,
                 std::vector<std::uint8_t>& used) {
  if (index == ir::none) return;
  const ir::SourceType& type = types.type(index);
  if (const auto scalar = scalarOf(type)) return addBits(used, offset * 8, scalar->width);
  if (type.kind == Kind::Array && type.element != ir::none)
    for (std::uint64_t i = 0; i < type.count; ++i)
      addUsedBits(types, type.element, offset + i * types.type(type.element).size, used);
  for (const ir::SourceType::Member& member : type.members)
    if (member.bitSize != 0)
      addBits(used, (offset + member.offset) * 8 + member.bitOffset, member.bitSize);
    else
      addUsedBits(types, member.type, offset + member.offset, used);
}

} // namespace

std::vector<std::uint8_t> usedBits(const ir::SourceTypes& types, ir::TypeIndex index) {
  std::vector<std::uint8_t> used(types.type(index).size);
  addUsedBits(types, index, 0, used);
  return used;
}

bool hasPointers(const ir::SourceTypes& types, ir::TypeIndex index) {
  if (index == ir::none) return true;
  const ir::SourceType& type = types.type(index);
  switch (type.kind) {
  case Kind::Pointer:
  case Kind::Reference:
  case Kind::Function:
  case Kind::Unknown: return true;
  case Kind::Array: return hasPointers(types, type.element);
  case Kind::Struct:
  case Kind::Class:
  case Kind::Union:
    return std::ranges::any_of(type.members, [&](const auto& member) { return hasPointers(types, member.type); });
  default: return false;
  }
}

bool isPointer(const ir::SourceType& type) { return type.kind == Kind::Pointer || type.kind == Kind::Reference; }

bool hasFunctions(const ir::SourceTypes& types, ir::TypeIndex index) {
  if (index == ir::none) return true;
  const ir::SourceType& type = types.type(index);
  switch (type.kind) {
  case Kind::Function:
  case Kind::Unknown: return true;
  case Kind::Pointer:
  case Kind::Reference: return type.element != ir::none && types.type(type.element).kind == Kind::Function;
  case Kind::Array: return hasFunctions(types, type.element);
  case Kind::Struct:
  case Kind::Class:
  case Kind::Union:
    return std::ranges::any_of(type.members, [&](const auto& member) { return member.name == "_vptr" || hasFunctions(types, member.type); });
  default: return false;
  }
}

} // namespace beagle::input
