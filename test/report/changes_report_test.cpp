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

bool fitsSchema(const json& document) { return fits(document, "changes.schema.json"); }

TEST(ChangesJson, FitsItsSchema) {
  EXPECT_TRUE(fitsSchema(json::parse(changesJson(fullReport()))));
  EXPECT_TRUE(fitsSchema(json::parse(changesJson([] {
    ChangesReport empty;
    empty.base.method = empty.head.method = "plain";
    return empty;
  }()))));
}

TEST(ChangesJson, TheSchemaRefusesWhatIsNotInIt) {
  json document = json::parse(changesJson(fullReport()));
  document["functions"][0]["change"] = "improved";
  EXPECT_FALSE(fitsSchema(document));
  document = json::parse(changesJson(fullReport()));
  document["surprise"] = 1;
  EXPECT_FALSE(fitsSchema(document));
  document = json::parse(changesJson(fullReport()));
  document["hunks"][0].erase("status");
  EXPECT_FALSE(fitsSchema(document));
}

TEST(ChangesJson, TheSameReportGivesTheSameBytes) { EXPECT_EQ(changesJson(fullReport()), changesJson(fullReport())); }

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
