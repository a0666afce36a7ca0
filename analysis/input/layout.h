#pragma once

#include "analysis/ir/source_types.h"

#include <cstdint>
#include <functional>
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
  ir::ScalarType type;             ///< of a bit field: an integer of its width
  ir::TypeIndex source = ir::none; ///< none: a byte that only some members of a union have
  std::uint8_t mask = 0xff;        ///< the bits of such a byte that members have; the others are padding
  std::uint32_t bitOffset = 0;     ///< of a bit field, from the byte at `offset`
  bool isBitField = false;
  bool isShared = false; ///< other members of a union stand there as well
  /// Of a pointer in a union: what may stand in its bytes instead, other pointers first.
  std::vector<ScalarPlace> others;

  /// Bytes that it stands in, from `offset` on.
  [[nodiscard]] std::uint64_t bytes() const { return (bitOffset + type.width + 7U) / 8; }
};

/// Calls `visit(const ScalarPlace&)` for each scalar of a value of the type, in the order of memory. Of the members of
/// a union that share bytes, one is visited.
///
/// Where `visit.whole(index, offset, path)` can be called, it is, for each type on the way; if it says true, nothing
/// of that value is visited.
template <class Visit>
void forEachScalar(const ir::SourceTypes& types, ir::TypeIndex index, std::uint64_t offset, const std::string& path,
                   Visit&& visit);

/// Of an array inside of a value, so many elements are inputs: of a large one, fewer.
[[nodiscard]] std::uint64_t inputElements(std::uint64_t count, std::uint64_t size);

/// A union's bytes.
struct UnionPlaces {
  /// Of a long array in it: the elements behind those that are inputs.
  struct Rest {
    std::string array; ///< its path
    ir::TypeIndex element = ir::none;
    std::uint64_t step = 0; ///< an element's size
    std::uint64_t told = 0; ///< so many are in front of them
    std::uint64_t from = 0, to = 0;
  };
  std::vector<ScalarPlace> places;
  std::vector<Rest> rest;

  /// The places, and of the rest the scalars of elements where no place is, and the bytes of others, where they are
  /// wanted.
  [[nodiscard]] std::vector<ScalarPlace> withRest(const ir::SourceTypes& types, const std::string& path,
                                                  std::uint64_t offset,
                                                  const std::function<bool(std::uint64_t)>& wants = {}) const;
};
[[nodiscard]] UnionPlaces unionPlaces(const ir::SourceTypes& types, ir::TypeIndex index, std::uint64_t offset,
                                      const std::string& path);

/// A pointer, or something of which nothing is known, stands somewhere in a value of the type.
[[nodiscard]] bool hasPointers(const ir::SourceTypes& types, ir::TypeIndex index);
[[nodiscard]] bool isPointer(const ir::SourceType& type);
[[nodiscard]] bool isRecord(const ir::SourceType& type);
/// The array without a size at the end of a record; none: it has none.
[[nodiscard]] const ir::SourceType::Member* flexibleMember(const ir::SourceTypes& types, const ir::SourceType& type);

template <class Visit>
void forEachScalar(const ir::SourceTypes& types, ir::TypeIndex index, std::uint64_t offset, const std::string& path,
                   Visit&& visit) {
  if (index == ir::none) return;
  if constexpr (requires { visit.whole(index, offset, path); })
    if (visit.whole(index, offset, path)) return;
  const ir::SourceType& type = types.type(index);
  if (const auto scalar = scalarOf(type)) {
    ScalarPlace place{path, offset, *scalar};
    place.source = index;
    visit(place);
    return;
  }
  if (type.kind == ir::SourceType::Kind::Array) {
    if (type.element == ir::none) return;
    const std::uint64_t step = types.type(type.element).size;
    for (std::uint64_t i = 0; i < type.count; ++i)
      forEachScalar(types, type.element, offset + i * step, path + "[" + std::to_string(i) + "]", visit);
    return;
  }
  if (type.kind == ir::SourceType::Kind::Union) {
    for (const ScalarPlace& place : unionPlaces(types, index, offset, path).withRest(types, path, offset)) visit(place);
    return;
  }
  for (const ir::SourceType::Member& member : type.members) {
    const std::string name = member.name.empty() ? path : path + "." + member.name;
    if (member.bitSize == 0) {
      forEachScalar(types, member.type, offset + member.offset, name, visit);
      continue;
    }
    if (member.name.empty()) continue; // padding
    ScalarPlace place{
        name, offset + member.offset, {ir::ScalarKind::Integer, 0, static_cast<std::uint16_t>(member.bitSize)}};
    place.source = member.type;
    place.bitOffset = member.bitOffset;
    place.isBitField = true;
    visit(place);
  }
}

} // namespace beagle::input
