#include "analysis/input/layouts.h"

#include "analysis/input/layout.h"

#include <algorithm>

namespace beagle::input {

using ir::SourceType;
using ir::TypeIndex;
using Kind = SourceType::Kind;

namespace {

/// The member of that name; of those without one, the one that comes as late.
const SourceType::Member* partnerOf(const SourceType& type, const SourceType& other, const SourceType::Member& member) {
  const auto isOne = [&](const SourceType::Member& own) {
    return own.name == member.name && own.isBase == member.isBase && (own.bitSize == 0) == (member.bitSize == 0);
  };
  std::ptrdiff_t before = 0;
  for (const SourceType::Member& own : type.members) {
    if (&own == &member) break;
    before += isOne(own) ? 1 : 0;
  }
  for (const SourceType::Member& own : other.members)
    if (isOne(own) && before-- == 0) return &own;
  return nullptr;
}

bool isStruct(const SourceType& type) { return isRecord(type) && type.kind != Kind::Union; }

bool areMadeOfParts(const SourceType& base, const SourceType& head) {
  return (base.kind == Kind::Array && head.kind == Kind::Array) || (isStruct(base) && isStruct(head));
}

} // namespace

template <class Visit> void Layouts::forEachMember(Place place, Visit visit) {
  const SourceType& base = base_.type(place.types.first);
  const SourceType& head = head_.type(place.types.second);
  if (base.kind == Kind::Array) {
    if (base.element == ir::none || head.element == ir::none) return;
    const std::uint64_t baseStep = base_.type(base.element).size, headStep = head_.type(head.element).size;
    for (std::uint64_t i = 0; i < std::min(base.count, head.count); ++i)
      visit(Place{{base.element, head.element}, place.base + i * baseStep, place.head + i * headStep});
    return;
  }
  for (const SourceType::Member& member : base.members) {
    const SourceType::Member* partner = partnerOf(base, head, member);
    if (partner && member.bitSize == 0)
      visit(Place{{member.type, partner->type}, place.base + member.offset, place.head + partner->offset});
  }
}

bool Layouts::differ(TypeIndex base, TypeIndex head) {
  if (base == ir::none || head == ir::none) return false;
  const auto [known, isNew] = differ_.try_emplace({base, head}, false);
  if (isNew) known->second = differAnew({base, head}); // values do not hold values of their own type
  return differ_.at({base, head});
}

bool Layouts::differAnew(Types types) {
  const SourceType& base = base_.type(types.first);
  const SourceType& head = head_.type(types.second);
  if (base.kind == Kind::Array && head.kind == Kind::Array)
    return base.count != head.count || differ(base.element, head.element);
  if (isStruct(base) && isStruct(head)) {
    if (base.size != head.size || base.members.size() != head.members.size()) return true;
    return std::ranges::any_of(base.members, [&](const SourceType::Member& member) {
      const SourceType::Member* partner = partnerOf(base, head, member);
      return !partner || partner->offset != member.offset || partner->bitOffset != member.bitOffset ||
             partner->bitSize != member.bitSize || differ(member.type, partner->type);
    });
  }
  const auto one = scalarOf(base), other = scalarOf(head);
  if (!one || !other) return false; // a union, or nothing that is known
  return one->kind != other->kind || one->width != other->width;
}

const std::vector<Layouts::Part>& Layouts::parts(TypeIndex base, TypeIndex head) {
  const auto [known, isNew] = parts_.try_emplace({base, head});
  if (isNew) addParts({{base, head}}, known->second);
  return known->second;
}

void Layouts::addParts(Place place, std::vector<Part>& parts) {
  const auto [base, head] = place.types;
  if (base == ir::none || head == ir::none) return;
  const SourceType& old = base_.type(base);
  const SourceType& now = head_.type(head);
  if (const bool areMade = areMadeOfParts(old, now); !areMade || !differ(base, head)) {
    parts.push_back({place.base, place.head, old.size, now.size, base, head, !areMade && differ(base, head)});
    return;
  }
  forEachMember(place, [&](Place member) { addParts(member, parts); });
  // Bit fields as far as their bytes are the same.
  for (const SourceType::Member& member : old.members) {
    const SourceType::Member* partner = member.bitSize > 0 ? partnerOf(old, now, member) : nullptr;
    if (!partner || member.name.empty() || partner->bitSize != member.bitSize || partner->bitOffset != member.bitOffset)
      continue;
    const std::uint64_t bytes = (member.bitOffset + member.bitSize + 7U) / 8;
    parts.push_back(
        {place.base + member.offset, place.head + partner->offset, bytes, bytes, member.type, partner->type});
  }
  std::ranges::sort(parts, {}, &Part::base);
}

const std::vector<Layouts::Part>& Layouts::pointers(TypeIndex base, TypeIndex head) {
  const auto [known, isNew] = pointers_.try_emplace({base, head});
  if (isNew) addPointers({{base, head}}, known->second);
  return known->second;
}

void Layouts::addPointers(Place place, std::vector<Part>& pointers) {
  const auto [base, head] = place.types;
  if (base == ir::none || head == ir::none) return;
  const SourceType& old = base_.type(base);
  const SourceType& now = head_.type(head);
  if (isPointer(old) && isPointer(now)) pointers.push_back({place.base, place.head, old.size, now.size, base, head});
  else if (areMadeOfParts(old, now)) forEachMember(place, [&](Place member) { addPointers(member, pointers); });
}

std::optional<Layouts::Types> Layouts::movedElements(TypeIndex base, TypeIndex head) {
  while (base != ir::none && head != ir::none && base_.type(base).kind == Kind::Array &&
         head_.type(head).kind == Kind::Array)
    base = base_.type(base).element, head = head_.type(head).element;
  if (!differ(base, head) || base_.type(base).size == 0 || head_.type(head).size == 0) return {};
  return Types{base, head};
}

std::optional<std::uint64_t> Layouts::moved(TypeIndex base, TypeIndex head, std::uint64_t offset) {
  const std::uint64_t oldSize = base_.type(base).size, newSize = head_.type(head).size;
  if (oldSize == 0 || !differ(base, head)) return offset;
  const std::uint64_t before = offset / oldSize * newSize, within = offset % oldSize;
  if (within == 0) return before;
  for (const Part& part : parts(base, head)) {
    if (within < part.base || within >= part.base + part.baseSize) continue;
    if (part.isConverted && within != part.base) continue;
    return before + part.head + (within - part.base);
  }
  return {};
}

/// Where another type may begin with this one, its members may stand in the padding.
const std::vector<bool>& Layouts::padding(ir::TypeIndex base) {
  const auto [known, isNew] = paddings_.try_emplace(base);
  if (!isNew || base == ir::none || !base_.derived(base).empty()) return known->second;
  std::vector<bool> padding(base_.type(base).size, true);
  cover(base, 0, padding);
  if (std::ranges::find(padding, true) != padding.end()) known->second = std::move(padding);
  return known->second;
}

/// What a value has there is no padding. Of a union, nothing is.
void Layouts::cover(ir::TypeIndex index, std::uint64_t at, std::vector<bool>& padding) const {
  if (index == ir::none) return;
  const SourceType& type = base_.type(index);
  if (type.kind == SourceType::Kind::Array && type.element != ir::none) {
    const std::uint64_t step = base_.type(type.element).size;
    for (std::uint64_t i = 0; step > 0 && i < type.size / step; ++i) cover(type.element, at + i * step, padding);
  } else if ((type.kind == SourceType::Kind::Struct || type.kind == SourceType::Kind::Class) && !type.hasVirtualBase) {
    for (const SourceType::Member& member : type.members) cover(member.type, at + member.offset, padding);
  } else {
    for (std::uint64_t i = at; i < std::min<std::uint64_t>(at + type.size, padding.size()); ++i) padding[i] = false;
  }
}

} // namespace beagle::input
