#pragma once

#include "config/config_file.h"
#include "config/config_source.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::config {

/// All settings of one version of a project. An immutable value: it needs the source no more.
///
/// Each folder may have a file. Along the way from the root to a path, a deeper file wins over those above
/// it, key by key; the tables `entries` and `functions` are joined, name by name. `include` and `exclude` are
/// asked from the root down, and the deepest file that has an answer decides.
class Configuration {
public:
  /// Without files: the defaults.
  Configuration() = default;
  /// Reads every file of the version. A mistake in one of them is a mistake of all: what is wrong in any of
  /// them comes back together, and so do files that cannot be read.
  [[nodiscard]] static std::expected<Configuration, Errors> load(const ConfigSource& source);

  /// What the file at the root says about the project as a whole.
  [[nodiscard]] const ProjectSettings& project() const { return project_; }
  /// What holds for a path, with the origin of each value. `path` is relative to the root; it need not exist.
  [[nodiscard]] Settings settingsFor(std::string_view path) const;
  /// Their paths, sorted.
  [[nodiscard]] std::vector<std::string> files() const;

private:
  ProjectSettings project_;
  std::vector<ConfigFile> files_; ///< sorted by path, so that a folder comes before those inside of it
};

/// The many as one, for those who can only show one: the first, with a word on the others.
[[nodiscard]] support::Error together(Errors errors);

} // namespace beagle::config
