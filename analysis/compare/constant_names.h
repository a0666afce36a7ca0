#pragma once

#include "analysis/ir/program.h"

#include <cstdint>

namespace beagle::compare {

/// By what a global of one version is the one of the other. Constants that only their unit knows may be renamed, and
/// the compiler numbers those that it makes itself; but two of the same contents are two objects where addresses count.
class ConstantNames {
public:
  /// The programs outlive it.
  ConstantNames(const ir::Program& base, const ir::Program& head) : base_(base), head_(head) {}

  enum class By : std::uint8_t {
    Name,         ///< what it begins with is compared
    NameContents, ///< a constant that only its unit knows: by both
    Renamed,      ///< the only constant with such contents whose name the other version has not: by contents
    Contents,     ///< one whose address means nothing
  };
  [[nodiscard]] By of(bool isBase, ir::GlobalIndex index) const;
  /// Whether the names do not stand in the way of the two being the same.
  [[nodiscard]] bool areAlike(ir::GlobalIndex base, ir::GlobalIndex head) const;

private:
  [[nodiscard]] const ir::Program& program(bool isBase) const { return isBase ? base_ : head_; }
  /// A constant with an address of its own that only its unit knows, and whose name the other version has not.
  [[nodiscard]] bool isRenamed(bool isBase, ir::GlobalIndex index) const;

  const ir::Program& base_;
  const ir::Program& head_;
};

} // namespace beagle::compare
