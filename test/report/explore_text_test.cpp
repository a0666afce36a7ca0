#include "analysis/report/explore_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

ExploredPath error(unsigned line, std::vector<std::pair<std::string, std::string>> inputs,
                   std::set<std::string> mattering) {
  ExploredPath path;
  path.ending = "memory error: null pointer";
  path.isError = true;
  path.place = {"a.c", line};
  path.inputs = std::move(inputs);
  path.mattering = std::move(mattering);
  return path;
}

std::string textOf(std::vector<ExploredPath> paths) {
  ExploreReport report;
  report.entry = "f";
  report.errors = paths.size();
  report.paths = std::move(paths);
  return exploreText(report, {});
}

TEST(ExploreText, PathsThatEndAlikeAreOneLine) {
  const std::string text =
      textOf({error(3, {{"x", "1"}}, {"x"}), error(3, {{"x", "2"}}, {"x"}), error(4, {{"x", "7"}}, {"x"})});
  EXPECT_THAT(text, HasSubstr("  memory error: null pointer at a.c:3 (2 paths)\n      with x = 1\n"));
  EXPECT_THAT(text, HasSubstr("  memory error: null pointer at a.c:4\n      with x = 7\n"));
  EXPECT_THAT(text, Not(HasSubstr("x = 2")));
}

TEST(ExploreText, OnlyInputsThatMatterAreShown) {
  EXPECT_THAT(textOf({error(3, {{"p.a", "0"}, {"p.b", "5"}}, {"p.b"})}), HasSubstr("      with p.b = 5\n"));
  EXPECT_THAT(textOf({error(3, {{"p.a", "0"}}, {})}), HasSubstr("      with any input\n"));
  EXPECT_THAT(textOf({error(3, {}, {})}), HasSubstr("      there is no input\n"));
}

TEST(ExploreText, AreFewOfMany) {
  std::vector<std::pair<std::string, std::string>> inputs;
  std::set<std::string> mattering;
  for (char name = 'a'; name < 'a' + 15; ++name) {
    inputs.emplace_back(std::string(1, name), "1");
    mattering.insert(inputs.back().first);
  }
  const std::string text = textOf({error(3, std::move(inputs), std::move(mattering))});
  EXPECT_THAT(text, HasSubstr("l = 1 and 3 more (--format json)\n"));
  EXPECT_THAT(text, Not(HasSubstr("m = 1")));
}

} // namespace
} // namespace beagle::report
