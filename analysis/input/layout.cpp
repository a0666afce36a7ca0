#include "analysis/input/layout.h"

#include "analysis/logic/sort.h"

#include <algorithm>
#include <iterator>

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

namespace {

/// The bytes of a union that have found their scalar.
class Taken {
public:
  Taken(std::uint64_t from, std::uint64_t size) : from_(from), taken_(size) {}

  [[nodiscard]] bool isWithin(std::uint64_t offset, std::uint64_t bytes) const {
    return offset >= from_ && offset - from_ + bytes <= taken_.size();
  }
  [[nodiscard]] bool isFree(std::uint64_t offset, std::uint64_t bytes) const {
    if (!isWithin(offset, bytes)) return false;
    const auto first = taken_.begin() + static_cast<std::ptrdiff_t>(offset - from_);
    return std::find(first, first + static_cast<std::ptrdiff_t>(bytes), true) ==
           first + static_cast<std::ptrdiff_t>(bytes);
  }
  void take(std::uint64_t offset, std::uint64_t bytes) {
    for (std::uint64_t i = 0; i < bytes; ++i) taken_[offset - from_ + i] = true;
  }

private:
  std::uint64_t from_;
  std::vector<bool> taken_;
};

constexpr ScalarType byteType{ScalarKind::Integer, 0, 8};
constexpr std::uint64_t pointerBytes = 8;

bool isInside(const ScalarPlace& place, std::uint64_t from, std::uint64_t to) {
  return place.offset >= from && place.offset + place.bytes() <= to;
}

bool isOutside(const ScalarPlace& place, std::uint64_t from, std::uint64_t to) {
  return place.offset >= to || place.offset + place.bytes() <= from;
}

/// The scalars of each member, in the order of the source. Of long arrays, those at the beginning.
class MemberPlaces {
public:
  MemberPlaces(const ir::SourceTypes& types, std::vector<UnionPlaces::Rest>& rest) : types_(types), rest_(rest) {}

  bool whole(ir::TypeIndex index, std::uint64_t offset, const std::string& path) {
    const ir::SourceType& type = types_.type(index);
    if (type.kind == Kind::Union) {
      UnionPlaces inner = unionPlaces(types_, index, offset, path);
      for (const ScalarPlace& place : inner.places) (*this)(place);
      std::ranges::move(inner.rest, std::back_inserter(rest_));
      return true;
    }
    if (type.kind != Kind::Array || type.element == ir::none) return false;
    const std::uint64_t step = types_.type(type.element).size;
    const std::uint64_t most = inputElements(type.count, step);
    if (type.count <= most) return false;
    for (std::uint64_t i = 0; i < most; ++i)
      forEachScalar(types_, type.element, offset + i * step, path + "[" + std::to_string(i) + "]", *this);
    rest_.push_back({path, type.element, step, most, offset + most * step, offset + type.count * step});
    return true;
  }

  void operator()(const ScalarPlace& place) {
    all_.push_back(place);
    all_.back().isShared = true;
    for (ScalarPlace& other : all_.back().others) other.isShared = true;
  }

  [[nodiscard]] const std::vector<ScalarPlace>& of(const ir::SourceType& type, std::uint64_t offset,
                                                   const std::string& path) {
    for (const ir::SourceType::Member& member : type.members) {
      const std::string name = member.name.empty() ? path : path + "." + member.name;
      if (member.bitSize == 0) {
        forEachScalar(types_, member.type, offset + member.offset, name, *this);
        continue;
      }
      ScalarPlace place{
          name, offset + member.offset, {ScalarKind::Integer, 0, static_cast<std::uint16_t>(member.bitSize)}};
      place.source = member.type;
      place.bitOffset = member.bitOffset;
      place.isBitField = true;
      (*this)(place);
    }
    return all_;
  }

private:
  const ir::SourceTypes& types_;
  std::vector<UnionPlaces::Rest>& rest_;
  std::vector<ScalarPlace> all_;
};

/// Scalars that share no byte, but for bit fields, which share theirs with bit fields next to them.
std::vector<ScalarPlace> withoutOverlaps(const std::vector<ScalarPlace>& all, std::uint64_t offset,
                                         std::uint64_t size) {
  std::vector<ScalarPlace> chosen;
  Taken taken(offset, size);
  std::uint64_t bits = offset * 8; // up to where bit fields have been chosen
  for (const ScalarPlace& place : all) {
    if (place.type.kind == ScalarKind::Pointer) continue;
    const std::uint64_t firstBit = place.offset * 8 + place.bitOffset;
    const bool follows = place.isBitField && !chosen.empty() && chosen.back().isBitField && firstBit >= bits &&
                         firstBit / 8 == (bits - 1) / 8;
    const std::uint64_t from = follows ? (bits + 7) / 8 : place.offset;
    const std::uint64_t to = place.offset + place.bytes();
    if (to > from && !taken.isFree(from, to - from)) continue;
    if (to > from) taken.take(from, to - from);
    bits = firstBit + place.type.width;
    chosen.push_back(place);
  }
  // What else members have.
  std::vector<std::uint8_t> used(size);
  for (const ScalarPlace& place : all)
    for (std::uint64_t bit = place.bitOffset; bit < place.bitOffset + std::uint64_t{place.type.width}; ++bit)
      if (const std::uint64_t at = place.offset - offset + bit / 8; at < size)
        used[at] = static_cast<std::uint8_t>(used[at] | (place.isBitField ? 1U << bit % 8 : 0xFFU));
  for (std::uint64_t i = 0; i < size; ++i) {
    if (used[i] == 0 || !taken.isFree(offset + i, 1)) continue;
    ScalarPlace byte{"", offset + i, byteType};
    byte.mask = used[i];
    byte.isShared = true;
    chosen.push_back(byte);
  }
  std::ranges::stable_sort(chosen, {}, &ScalarPlace::offset);
  return chosen;
}

} // namespace

std::uint64_t inputElements(std::uint64_t count, std::uint64_t size) {
  // Each run has to lay it out: of a large one, so many bytes are inputs, or so many elements.
  constexpr std::uint64_t most = 1024, largeBytes = 256 * 1024, bytesOfLarge = 8192, elementsOfLarge = 8;
  if (size == 0 || count <= largeBytes / size) return most;
  return std::clamp(bytesOfLarge / size, elementsOfLarge, most);
}

std::vector<ScalarPlace> UnionPlaces::withRest(const ir::SourceTypes& types, const std::string& path,
                                               std::uint64_t offset,
                                               const std::function<bool(std::uint64_t)>& wants) const {
  if (rest.empty()) return places;
  std::vector<ScalarPlace> all = places;
  Taken taken(offset, std::ranges::max(rest, {}, &Rest::to).to - offset);
  for (const ScalarPlace& place : places)
    if (taken.isWithin(place.offset, place.bytes())) taken.take(place.offset, place.bytes());
  const auto add = [&](ScalarPlace place) {
    if (place.type.kind == ScalarKind::Pointer || !taken.isFree(place.offset, place.bytes())) return;
    taken.take(place.offset, place.bytes());
    place.isShared = true;
    all.push_back(std::move(place));
  };
  const auto isWanted = [&](std::uint64_t from, std::uint64_t to) { return !wants || wants(from) || wants(to - 1); };
  for (const Rest& each : rest)
    for (std::uint64_t at = each.from, i = each.told; at < each.to; at += each.step, ++i)
      if (isWanted(at, at + each.step))
        forEachScalar(types, each.element, at, each.array + "[" + std::to_string(i) + "]", add);
  for (const Rest& each : rest)
    for (std::uint64_t at = each.from; at < each.to; ++at)
      if (isWanted(at, at + 1)) add({path + ".byte[" + std::to_string(at - offset) + "]", at, byteType});
  std::ranges::stable_sort(all, {}, &ScalarPlace::offset);
  return all;
}

UnionPlaces unionPlaces(const ir::SourceTypes& types, ir::TypeIndex index, std::uint64_t offset,
                        const std::string& path) {
  const ir::SourceType& type = types.type(index);
  UnionPlaces result;
  MemberPlaces members(types, result.rest);
  const std::vector<ScalarPlace>& all = members.of(type, offset, path);
  std::vector<ScalarPlace>& places = result.places;
  places = withoutOverlaps(all, offset, type.size);
  for (ScalarPlace& place : places)
    if (place.path.empty()) place.path = path + ".byte[" + std::to_string(place.offset - offset) + "]";
  for (const ScalarPlace& pointer : all) {
    if (pointer.type.kind != ScalarKind::Pointer) continue;
    const std::uint64_t end = pointer.offset + pointerBytes;
    const auto known = std::ranges::find_if(places, [&](const ScalarPlace& place) {
      return place.type.kind == ScalarKind::Pointer && place.offset < end &&
             pointer.offset < place.offset + pointerBytes;
    });
    if (known != places.end()) {
      if (known->offset == pointer.offset)
        known->others.insert(
            std::ranges::find_if_not(known->others,
                                     [](const ScalarPlace& other) { return other.type.kind == ScalarKind::Pointer; }),
            pointer);
      continue;
    }
    // A number that reaches beyond the pointer's bytes leaves no room for it.
    if (std::ranges::any_of(places, [&](const ScalarPlace& place) {
          return !isInside(place, pointer.offset, end) && !isOutside(place, pointer.offset, end);
        }))
      continue;
    ScalarPlace slot = pointer;
    const auto inSlot = [&](const ScalarPlace& place) { return isInside(place, pointer.offset, end); };
    // Bytes that nothing but the pointer has are no data.
    std::ranges::copy_if(places, std::back_inserter(slot.others),
                         [&](const ScalarPlace& place) { return inSlot(place); });
    if (std::ranges::all_of(slot.others, [](const ScalarPlace& other) { return other.source == ir::none; }))
      slot.others.clear();
    std::erase_if(places, inSlot);
    places.insert(std::ranges::upper_bound(places, slot.offset, {}, &ScalarPlace::offset), slot);
  }
  return result;
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

bool isRecord(const ir::SourceType& type) {
  return type.kind == Kind::Struct || type.kind == Kind::Class || type.kind == Kind::Union;
}

const ir::SourceType::Member* flexibleMember(const ir::SourceTypes& types, const ir::SourceType& type) {
  if ((type.kind != Kind::Struct && type.kind != Kind::Class) || type.members.empty()) return nullptr;
  const ir::SourceType::Member& last = type.members.back();
  if (last.type == ir::none || last.bitSize != 0) return nullptr;
  const ir::SourceType& array = types.type(last.type);
  const bool isFlexible =
      array.kind == Kind::Array && array.count == 0 && array.element != ir::none && types.type(array.element).size > 0;
  return isFlexible ? &last : nullptr;
}

} // namespace beagle::input
