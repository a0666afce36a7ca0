#include "config/config_file.h"
#include "config/survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

namespace beagle::config {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Survey, CountsSourcesAndKnowsFolders) {
  const Survey survey = surveyOf({"main.c", "src/a.cc", "src/b.hpp", "src/test/t.c", "tests/x.cpp", "tests/data.json",
                                  "third_party/zlib/z.c", "third_party/zlib/test/t.c", "lib/vendor/v.c",
                                  "docs/test/readme.md", "testing.c", "vendor"});
  EXPECT_EQ(survey.cSources, 6U);
  EXPECT_EQ(survey.cxxSources, 2U);
  EXPECT_EQ(survey.headers, 1U);
  EXPECT_THAT(survey.vendored, ElementsAre(KnownFolder{"lib/vendor", 1}, KnownFolder{"third_party", 2}));
  EXPECT_THAT(survey.tests, ElementsAre(KnownFolder{"src/test", 1}, KnownFolder{"tests", 1}));
  EXPECT_THAT(surveyOf({}).tests, IsEmpty());
}

std::expected<ConfigFile, Errors> read(const std::string& text) { return readConfigFile(text, ".beagle.yml", ""); }

std::vector<std::string> texts(const std::vector<Setting<std::string>>& patterns) {
  std::vector<std::string> list;
  for (const Setting<std::string>& pattern : patterns) list.push_back(*pattern);
  return list;
}

TEST(Proposal, IsValidAndSetsWhatWasFound) {
  const auto file = read(proposal(surveyOf({"third_party/z.c", "my code/vendor/v.c", "tests/t.c"}),
                                  {"cmake", "CMakeLists.txt at the root"}));
  ASSERT_TRUE(file) << file.error().front().str();
  EXPECT_THAT(texts(file->exclude), ElementsAre("/my code/vendor/**", "/third_party/**"));
  EXPECT_THAT(*file->settings.tests, ElementsAre("/tests/**"));
  EXPECT_TRUE(file->project.build.method.isDefault());
}

TEST(Proposal, ForAnEmptyProjectChangesNothing) {
  const auto file = read(proposal({}, {"plain", "nothing was found"}));
  ASSERT_TRUE(file) << file.error().front().str();
  EXPECT_TRUE(file->exclude.empty());
  EXPECT_TRUE(file->settings.tests.isDefault());
}

TEST(Proposal, LeavesOutNamesThatNoPatternCanHave) {
  const std::string text = proposal(surveyOf({"a*b/vendor/v.c", "caf\xe9/vendor/v.c", "q\"/vendor/v.c",
                                              "n\nl/tests/t.c", "caf\xc3\xa9: x/tests/t.c"}),
                                    {"make", "Makefile at the root"});
  const auto file = read(text);
  ASSERT_TRUE(file) << file.error().front().str() << "\n" << text;
  EXPECT_TRUE(file->exclude.empty());
  EXPECT_THAT(*file->settings.tests, ElementsAre("/caf\xc3\xa9: x/tests/**"));
}

TEST(Proposal, WhatIsCommentedOutIsValid) {
  const std::string text = proposal(surveyOf({"tests/t.c"}), {"cmake", "CMakeLists.txt at the root"});
  // "# key: value" and "#   key: value" lose their mark; sentences have no colon behind their first word.
  const std::string all = std::regex_replace(text, std::regex("(^|\n)# ( *[a-z-]+:)(?=[ \n])"), "$1$2");
  EXPECT_THAT(all, HasSubstr("\nfail-level: unchecked"));
  EXPECT_THAT(all, HasSubstr("\n  on-error: pass"));
  const auto file = read(all);
  ASSERT_FALSE(file);
  // A command beside a method is the one thing that cannot stay as it is.
  EXPECT_EQ(file.error().size(), 1U) << all;
  EXPECT_THAT(file.error().front().str(), HasSubstr("a command is not used with the method `cmake`"));
}

} // namespace
} // namespace beagle::config
