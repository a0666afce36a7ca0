#include "analysis/report/changes_report.h"
#include "test/report/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace beagle::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// One of everything.
ChangesReport fullReport() {
  ChangesReport report;
  report.range = "from v1 to v2";
  report.base = {
      "v1", "0123456789abcdef", "First", "cmake", "CMakeLists.txt at the root", 3, 2, {{"b.c", "b.c:1:2: error: no"}}};
  report.head = report.base;
  ChangesReport::Function function;
  function.id = "clamp@a.c";
  function.name = "clamp";
  function.signature = "clamp(int)";
  function.linkageName = "clamp";
  function.change = "renamed";
  function.alsoChanged = true;
  function.file = "a.c";
  function.line = 4;
  function.endLine = 9;
  function.baseName = "clip";
  function.baseFile = "a.c";
  function.baseLine = 3;
  function.reason = "renamed from `clip`";
  function.details = {{"condition of `if` at line 5: `<` became `<=`", 4, 5}};
  function.instances = {"clamp<int>", "clamp<long>"};
  function.aligned = true;
  function.hunks = {0};
  function.items = {0};
  report.functions = {function};
  report.items = {{"macro", "LIMIT", "a.h", "changed", "`1` became `2`", 1, {"clamp"}}};
  report.entries = {{"clamp@a.c", "clamp", "a.c", "it changed", 4, {"clamp"}}};
  report.entriesPastCap = {"other"};
  report.hunks = {
      {"a.c", "a.c", 4, 1, 5, 1, "not-compiled", "line 5 is left out by the preprocessor in every configuration"}};
  report.notes = {"one note"};
  return report;
}

bool isReport(const json& document) { return fits(document, "changes.schema.json"); }

TEST(ChangesJson, FitsItsSchema) {
  EXPECT_TRUE(isReport(json::parse(changesJson(fullReport()))));
  EXPECT_TRUE(isReport(json::parse(changesJson([] {
    ChangesReport empty;
    empty.base.method = empty.head.method = "plain";
    return empty;
  }()))));
}

TEST(ChangesJson, TheSchemaRefusesWhatIsNotInIt) {
  json document = json::parse(changesJson(fullReport()));
  document["functions"][0]["change"] = "improved";
  EXPECT_FALSE(isReport(document));
  document = json::parse(changesJson(fullReport()));
  document["surprise"] = 1;
  EXPECT_FALSE(isReport(document));
  document = json::parse(changesJson(fullReport()));
  document["hunks"][0].erase("status");
  EXPECT_FALSE(isReport(document));
}

TEST(ChangesJson, TheSameReportGivesTheSameBytes) { EXPECT_EQ(changesJson(fullReport()), changesJson(fullReport())); }

std::size_t countOf(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

TEST(ChangesText, SaysOnceWhatAMovedFunctionBecame) {
  ChangesReport report = fullReport();
  report.functions[0].change = "moved";
  report.functions[0].details = {{"`return` at line 2: `x` became `x + 1`", 1, 2},
                                 {"call `g()` added at line 3", 0, 3}};
  report.functions[0].reason = "moved here from a.c; " + report.functions[0].details[0].sentence;
  const std::string text = changesText(report, {});
  EXPECT_EQ(countOf(text, "`return` at line 2"), 1U);
  EXPECT_EQ(countOf(text, "call `g()` added at line 3"), 1U);
  EXPECT_THAT(text, HasSubstr("moved here from a.c; `return`"));
}

TEST(ChangesText, CallsLinesOfTheBaseOld) {
  ChangesReport report = fullReport();
  report.functions[0].change = "removed";
  report.hunks[0] = {"a.c", "a.c", 7, 1, 6, 0, "not-compiled", "old line 7 is left out"};
  const std::string text = changesText(report, {});
  EXPECT_THAT(text, HasSubstr("a.c:4 (old line)"));
  EXPECT_THAT(text, HasSubstr("a.c:7  old line 7 is left out")); // once is enough
  EXPECT_THAT(changesText(fullReport(), {}), Not(HasSubstr("(old line)")));
}

TEST(ChangesText, TellsApartWhatHasOneName) {
  ChangesReport report = fullReport();
  EXPECT_THAT(changesText(report, {}), Not(HasSubstr("clamp(int)")));
  report.functions.push_back(report.functions[0]);
  report.functions[1].signature = "clamp(long)";
  EXPECT_THAT(changesText(report, {}), testing::AllOf(HasSubstr("clamp(int)"), HasSubstr("clamp(long)")));
}

TEST(ChangesText, SaysOnceWhatIsTheSameOfMany) {
  ChangesReport report = fullReport();
  ChangesReport::Function function = report.functions[0];
  function.change = "changed";
  function.details.clear();
  function.instances.clear();
  function.reason = "uses type `point`: field `z` added at offset 8";
  report.functions.clear();
  for (char name = 'a'; name < 'c'; ++name) {
    function.name = std::string("few_") + name;
    report.functions.push_back(function);
  }
  EXPECT_EQ(countOf(changesText(report, {}), "uses type `point`"), 2U);
  for (char name = 'a'; name < 'k'; ++name) {
    function.name = std::string("user_") + name;
    report.functions.push_back(function);
  }
  const std::string text = changesText(report, {});
  EXPECT_EQ(countOf(text, "uses type `point`"), 1U);
  EXPECT_THAT(text, HasSubstr("changed  few_a, few_b, user_a, user_b, user_c, user_d and 6 more\n"));
  const std::string whole = changesText(report, {}, true);
  EXPECT_EQ(countOf(whole, "uses type `point`"), 12U);
  EXPECT_THAT(whole, HasSubstr("user_j"));
}

TEST(ChangesText, SaysWhatMattersInOrder) {
  const std::string text = changesText(fullReport(), {});
  EXPECT_THAT(text, HasSubstr("Functions: 1 renamed"));
  EXPECT_THAT(text, HasSubstr("condition of `if` at line 5: `<` became `<=`"));
  EXPECT_THAT(text, HasSubstr("macro `LIMIT` changed"));
  EXPECT_THAT(text, HasSubstr("not compiled a.c:5  line 5 is left out"));
  EXPECT_THAT(text, HasSubstr("b.c (head) does not compile: b.c:1:2: error: no"));
  EXPECT_THAT(text, HasSubstr("and past the limit: other"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_LT(text.find("Functions:"), text.find("To look at:"));
}

TEST(ChangesText, TextOfTheProgramIsDefused) {
  ChangesReport report = fullReport();
  report.functions[0].details[0].sentence = "\x1b]0;title\x07 became";
  report.head.summary = "a\x1b[2Jb";
  const std::string text = changesText(report, {.colours = true});
  EXPECT_THAT(text, HasSubstr("\\x1b]0;title\\x07"));
  EXPECT_THAT(text, HasSubstr("a\\x1b[2Jb"));
}

TEST(ChangesText, AnEmptyReportSaysSo) { EXPECT_THAT(changesText({}, {}), HasSubstr("No function changed.")); }

} // namespace
} // namespace beagle::report
