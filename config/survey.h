#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::config {

/// A folder that has a meaning of its own, and how many C and C++ sources are below it.
struct KnownFolder {
  std::string path;
  std::size_t sources = 0;

  friend bool operator==(const KnownFolder&, const KnownFolder&) = default;
};

/// What can be said about a project from the names of its files.
struct Survey {
  std::size_t cSources = 0, cxxSources = 0, headers = 0;
  std::vector<KnownFolder> vendored; ///< by their names, code of other projects; sorted
  std::vector<KnownFolder> tests;    ///< outside of those; sorted
};

/// `paths` are relative to the project's root.
[[nodiscard]] Survey surveyOf(const std::vector<std::string>& paths);

/// How the project builds, as far as whoever asks has found out.
struct BuildGuess {
  std::string method; ///< a word of `build.method`
  std::string why;    ///< "CMakeLists.txt at the root"
};

/// A first `.beagle.yml` for the project: what was found is set, the rest is there as comments with its
/// default.
[[nodiscard]] std::string proposal(const Survey& survey, const BuildGuess& build);

} // namespace beagle::config
