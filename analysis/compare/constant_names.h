#pragma once

#include "analysis/ir/program.h"

#include <map>
#include <string_view>

namespace beagle::compare {

/// By what a global of one version is the one of the other. Constants that only their unit knows may be renamed, and
/// the compiler numbers those that it makes itself; but two of the same contents are two objects where addresses count.
class ConstantNames {
public:
  /// The programs outlive it.
  ConstantNames(const ir::Program& base, const ir::Program& head) : base_{&base, {}}, head_{&head, {}} {}

  enum class By : std::uint8_t {
    Name,         ///< and where it begins with something, also by that
    NameContents, ///< a constant that only its unit knows: by both
    Renamed,      ///< the only constant with such contents whose name the other version has not: by contents
    Contents,     ///< one whose address means nothing
  };
  [[nodiscard]] By of(bool isBase, ir::GlobalIndex index);
  /// Whether the names do not stand in the way of the two being the same.
  [[nodiscard]] bool areAlike(ir::GlobalIndex base, ir::GlobalIndex head);

private:
  struct Version {
    const ir::Program* program = nullptr;
    std::map<std::string_view, ir::GlobalIndex> globals; ///< filled when somebody asks
  };
  [[nodiscard]] Version& version(bool isBase) { return isBase ? base_ : head_; }
  /// A constant with an address of its own that only its unit knows, and whose name the other version has not.
  [[nodiscard]] bool isRenamed(bool isBase, ir::GlobalIndex index);
  [[nodiscard]] bool has(Version& version, std::string_view name);

  Version base_, head_;
};

} // namespace beagle::compare
