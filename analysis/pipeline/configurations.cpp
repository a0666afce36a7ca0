#include "analysis/pipeline/configurations.h"

#include "analysis/support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace beagle::pipeline {

namespace {

/// Those that say what the code means; folders have no names that tell anybody anything.
std::vector<std::string> meaningOnlyIn(const build::CompileCommand& one, const build::CompileCommand& other) {
  std::vector<std::string> options;
  for (const std::string& option : one.arguments) {
    const bool isTold = std::ranges::any_of(std::vector<std::string_view>{"-D", "-U", "-f", "-m", "-std=", "-O"},
                                            [&](std::string_view start) { return option.starts_with(start); });
    if (isTold && std::ranges::find(other.arguments, option) == other.arguments.end()) options.push_back(option);
  }
  return options;
}

} // namespace

std::string configurationText(const BuiltVersion& version, const build::Unit& unit) {
  const std::vector<build::Unit>& units = version.units->units();
  const auto first = std::ranges::find(units, unit.file, &build::Unit::file);
  const build::CompileCommand& own = version.units->commandOf(unit);
  const build::CompileCommand& other = version.units->commandOf(*first);
  const std::vector<std::string> has = meaningOnlyIn(own, other), lacks = meaningOnlyIn(other, own);
  std::string text =
      fmt::format("{} is compiled in several ways; configuration {} is the one", unit.file, unit.configuration);
  if (has.empty() && lacks.empty()) return text + " with other folders of headers than the first";
  if (!has.empty()) text += fmt::format(" with {}", fmt::join(has, " "));
  if (!lacks.empty()) text += fmt::format("{} without {}", has.empty() ? "" : " and", fmt::join(lacks, " "));
  return text;
}

} // namespace beagle::pipeline
