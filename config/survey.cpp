#include "config/survey.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace beagle::config {

namespace {

constexpr std::array<std::string_view, 3> cxxSources{".cc", ".cpp", ".cxx"};
constexpr std::array<std::string_view, 4> headers{".h", ".hh", ".hpp", ".hxx"};
constexpr std::array<std::string_view, 12> vendoredNames{
    "3rdparty", "3rd_party", "third_party", "third-party", "thirdparty", "vendor",
    "vendored", "external",  "extern",      "externals",   "deps",       "subprojects"};
constexpr std::array<std::string_view, 6> testNames{"test",     "tests",     "testing",
                                                    "unittest", "unittests", "testsuite"};

template <std::size_t N> bool isOneOf(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

/// The outermost folder on the way to the file that has one of the names; empty when there is none.
template <std::size_t N>
std::string_view folderNamed(std::string_view path, const std::array<std::string_view, N>& names) {
  for (std::size_t start = 0, slash = path.find('/'); slash != std::string_view::npos;
       start = slash + 1, slash = path.find('/', start))
    if (isOneOf(path.substr(start, slash - start), names)) return path.substr(0, slash);
  return {};
}

std::vector<KnownFolder> listOf(const std::map<std::string, std::size_t, std::less<>>& counts) {
  std::vector<KnownFolder> folders;
  for (const auto& [path, sources] : counts) folders.push_back({path, sources});
  return folders;
}

} // namespace

Survey surveyOf(const std::vector<std::string>& paths) {
  Survey survey;
  std::map<std::string, std::size_t, std::less<>> vendored, tests;
  for (const std::string& path : paths) {
    const std::string_view extension = support::extension(path);
    const bool isCxx = isOneOf(extension, cxxSources) || extension == ".C";
    if (isOneOf(extension, headers)) ++survey.headers;
    if (extension != ".c" && !isCxx) continue;
    ++(isCxx ? survey.cxxSources : survey.cSources);
    if (const auto folder = folderNamed(path, vendoredNames); !folder.empty())
      ++vendored[std::string(folder)];
    else if (const auto tested = folderNamed(path, testNames); !tested.empty())
      ++tests[std::string(tested)];
  }
  survey.vendored = listOf(vendored);
  survey.tests = listOf(tests);
  return survey;
}

} // namespace beagle::config
