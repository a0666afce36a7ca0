#pragma once

#include "config/settings.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::config {

using Errors = std::vector<support::Error>;

/// What one `.beagle.yml` says. What it does not mention is default.
struct ConfigFile {
  std::string path;
  std::string folder; ///< that it speaks of; empty for the root
  ProjectSettings project;
  Settings settings;
  std::vector<Setting<std::string>> include, exclude; ///< patterns below `folder`
};

inline constexpr std::string_view fileName = ".beagle.yml";

/// Reads a file; all that is wrong with it comes back, in the order of its lines. `path` names it in messages
/// and origins. `folder`, relative to the project's root, is what it speaks of: the root's file, with an
/// empty one, may have the keys of the whole project.
[[nodiscard]] std::expected<ConfigFile, Errors>
readConfigFile(std::string_view content, const std::string& path, const std::string& folder);

/// Of a `.beagle.yml`, from its path relative to the project's root.
[[nodiscard]] std::string folderOf(const std::string& path);

} // namespace beagle::config
