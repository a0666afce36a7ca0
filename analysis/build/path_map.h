#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::build {

/// A folder or file of the machine and where a sandboxed program sees it.
struct Bind {
  std::string outside;
  std::string inside;
  bool writable = false;

  friend bool operator==(const Bind&, const Bind&) = default;
};

/// Translates paths wherever they stand in a text (arguments, diagnostics, recorded commands) between the
/// inside and the outside of a set of binds. A path ends where a file name would: "/beagle/src2" is no
/// "/beagle/src". The longest matching root wins.
class PathMap {
public:
  PathMap() = default; ///< changes nothing
  explicit PathMap(const std::vector<Bind>& binds);

  [[nodiscard]] std::string outward(std::string_view text) const; ///< inside -> outside
  [[nodiscard]] std::string inward(std::string_view text) const;  ///< outside -> inside
  /// An argument of a command that ran in an outside folder. Relative paths from one root to another ("../src"
  /// from a build folder) are made absolute where they would lead elsewhere inside.
  [[nodiscard]] std::string inwardArgument(std::string_view argument, std::string_view outsideFolder) const;

private:
  using Roots = std::vector<std::pair<std::string, std::string>>; // from, to; longest first

  [[nodiscard]] static std::string replace(std::string_view text, const Roots& roots);

  Roots outward_;
  Roots inward_;
};

} // namespace beagle::build
