#pragma once

#include "analysis/ir/source_types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace beagle::input {

/// The scalar that a value of the type is in memory; nothing for aggregates.
[[nodiscard]] std::optional<ir::ScalarType> scalarOf(const ir::SourceType& type);

/// A scalar somewhere in a value of a source type.
struct ScalarPlace {
  std::string path; ///< from the root's: "point.x", "table[2].next"
  std::uint64_t offset = 0;
  ir::ScalarType type;
  ir::TypeIndex source = ir::none; ///< none: a byte of a union or of a struct with bit fields
  std::uint8_t mask = 0xff;        ///< the bits of such a byte that members have; the others are padding
};

/// Calls `visit(const ScalarPlace&)` for each scalar of a value of the type, in the order of memory. Members that
/// share bytes are visited as bytes.
template <class Visit>
void forEachScalar(const ir::SourceTypes& types, ir::TypeIndex index, std::uint64_t offset, const std::string& path,
                   Visit&& visit);

/// A pointer, or something of which nothing is known, stands somewhere in a value of the type.
[[nodiscard]] bool hasPointers(const ir::SourceTypes& types, ir::TypeIndex index);
/// Code is found through a value of the type: it holds a pointer to a function, or something of which nothing is known.
[[nodiscard]] bool hasFunctions(const ir::SourceTypes& types, ir::TypeIndex index);
[[nodiscard]] bool isPointer(const ir::SourceType& type);
/// Members of the type share bytes.
[[nodiscard]] bool sharesBytes(const ir::SourceType& type);
/// For each byte of a value of the type, the bits that members have.
[[nodiscard]] std::vector<std::uint8_t> usedBits(const ir::SourceTypes& types, ir::TypeIndex index);

template <class Visit>
void forEachScalar(const ir::SourceTypes& types, ir::TypeIndex index, std::uint64_t offset, const std::string& path,
                   Visit&& visit) {
  if (index == ir::none) return;
  const ir::SourceType& type = types.type(index);
  if (const auto scalar = scalarOf(type)) {
    visit(ScalarPlace{path, offset, *scalar, index});
    return;
  }
  if (type.kind == ir::SourceType::Kind::Array) {
    if (type.element == ir::none) return;
    const std::uint64_t step = types.type(type.element).size;
    for (std::uint64_t i = 0; i < type.count; ++i)
      forEachScalar(types, type.element, offset + i * step, path + "[" + std::to_string(i) + "]", visit);
    return;
  }
  if (sharesBytes(type)) {
    const std::vector<std::uint8_t> used = usedBits(types, index);
    for (std::uint64_t i = 0; i < type.size; ++i)
      visit(ScalarPlace{path + ".byte[" + std::to_string(i) + "]", offset + i, {ir::ScalarKind::Integer, 0, 8}, ir::none,
                        used[i]});
    return;
  }
  for (const ir::SourceType::Member& member : type.members)
    forEachScalar(types, member.type, offset + member.offset, member.name.empty() ? path : path + "." + member.name,
                  visit);
}

} // namespace beagle::input
