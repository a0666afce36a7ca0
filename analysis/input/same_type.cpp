#include "analysis/input/same_type.h"

#include <algorithm>
#include <set>
#include <utility>

namespace beagle::input {

using ir::SourceType;
using ir::TypeIndex;

namespace {

/// A type may lead back to itself: what is being compared is taken to be the same.
class Comparison {
public:
  Comparison(const ir::SourceTypes& types, const ir::SourceTypes& otherTypes)
      : types_(types), otherTypes_(otherTypes) {}

  bool same(TypeIndex index, TypeIndex other) {
    if (index == ir::none || other == ir::none) return index == other;
    if (!seen_.emplace(index, other).second) return true;
    const SourceType& a = types_.type(index);
    const SourceType& b = otherTypes_.type(other);
    return a.kind == b.kind && a.name == b.name && a.size == b.size && a.isSigned == b.isSigned && a.count == b.count &&
           a.isVariadic == b.isVariadic && a.enumerators == b.enumerators && same(a.element, b.element) &&
           std::ranges::equal(a.parameters, b.parameters, [&](TypeIndex x, TypeIndex y) { return same(x, y); }) &&
           std::ranges::equal(a.members, b.members, [&](const auto& x, const auto& y) { return sameMember(x, y); });
  }

private:
  bool sameMember(const SourceType::Member& a, const SourceType::Member& b) {
    return a.name == b.name && a.offset == b.offset && a.bitOffset == b.bitOffset && a.bitSize == b.bitSize &&
           a.isBase == b.isBase && same(a.type, b.type);
  }

  const ir::SourceTypes& types_;
  const ir::SourceTypes& otherTypes_;
  std::set<std::pair<TypeIndex, TypeIndex>> seen_;
};

} // namespace

bool isSameType(const ir::SourceTypes& types, TypeIndex index, const ir::SourceTypes& otherTypes, TypeIndex other) {
  return Comparison(types, otherTypes).same(index, other);
}

} // namespace beagle::input
