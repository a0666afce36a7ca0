#pragma once

#include "analysis/ir/source_types.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace beagle::input {

/// Where types have their members in two versions: one that was added moves those behind it, and what goes by their
/// names is the same all the same.
class Layouts {
public:
  /// Both outlive it.
  Layouts(const ir::SourceTypes& base, const ir::SourceTypes& head) : base_(base), head_(head) {}

  /// Whether bytes of a value in base are other bytes of it in head.
  [[nodiscard]] bool differ(ir::TypeIndex base, ir::TypeIndex head);

  /// What both versions have.
  struct Part {
    std::uint64_t base = 0, head = 0; ///< where it begins
    std::uint64_t baseSize = 0, headSize = 0;
    ir::TypeIndex baseType = ir::none, headType = ir::none;
    bool isConverted = false; ///< a number that is one of another type now; else all of its bytes mean the same
  };
  /// In the order of base.
  [[nodiscard]] const std::vector<Part>& parts(ir::TypeIndex base, ir::TypeIndex head);
  /// The pointers in a value that both versions have.
  [[nodiscard]] const std::vector<Part>& pointers(ir::TypeIndex base, ir::TypeIndex head);

  /// Bytes of a value in base that no member has; empty: there are none.
  [[nodiscard]] const std::vector<bool>& padding(ir::TypeIndex base);

  /// Both, or what arrays of both are made of, where head has its members elsewhere; nothing: it has not.
  [[nodiscard]] std::optional<std::pair<ir::TypeIndex, ir::TypeIndex>> movedElements(ir::TypeIndex base,
                                                                                     ir::TypeIndex head);

  /// Where head has what base has there, in an array of such values; nothing: nowhere.
  [[nodiscard]] std::optional<std::uint64_t> moved(ir::TypeIndex base, ir::TypeIndex head, std::uint64_t offset);

  [[nodiscard]] const ir::SourceType& baseType(ir::TypeIndex index) const { return base_.type(index); }
  [[nodiscard]] const ir::SourceType& headType(ir::TypeIndex index) const { return head_.type(index); }

private:
  using Types = std::pair<ir::TypeIndex, ir::TypeIndex>;
  struct Place {
    Types types;
    std::uint64_t base = 0, head = 0;
  };
  [[nodiscard]] bool differAnew(Types types);
  void cover(ir::TypeIndex type, std::uint64_t at, std::vector<bool>& padding) const;
  void addParts(Place place, std::vector<Part>& parts);
  void addPointers(Place place, std::vector<Part>& pointers);
  /// Calls `visit(Place)` for what two values of these types are made of, as far as both have it.
  template <class Visit> void forEachMember(Place place, Visit visit);

  const ir::SourceTypes& base_;
  const ir::SourceTypes& head_;
  std::map<Types, bool> differ_;
  std::map<Types, std::vector<Part>> parts_, pointers_;
  std::map<ir::TypeIndex, std::vector<bool>> paddings_;
};

} // namespace beagle::input
