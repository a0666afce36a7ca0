#include "analysis/report/report.h"
#include "analysis/report/view.h"
#include "test/report/schema.h"

#include <gtest/gtest.h>

namespace beagle::report {
namespace {

using nlohmann::json;

/// One of everything.
Report fullReport() {
  Report report;
  report.base = "old.c";
  report.head = "new.c";
  report.baseCommit = "0123456789";
  Report::Change change;
  change.kind = "crash-introduced";
  change.fingerprint = "0123456789abcdef0123456789abcdef";
  change.differs = {"ending"};
  change.witness = {{"x", "3"}};
  change.base = {"returned", "", {"old.c", 4}, {}, {}, {{"return", "1"}}, "text\xFF"};
  change.head = {"memory error: use after free", "", {"new.c", 5}, {"new.c", 3}, {"new.c", 4}, {}, ""};
  change.input =
      R"({"base":{"schema":"beagle.input/1","entry":"f","inputs":{},"arguments":[],"objects":[],"globals":{},"watched":[],"calls":[],"expected":{}},)"
      R"("head":{"schema":"beagle.input/1","entry":"f","inputs":{},"arguments":[],"objects":[],"globals":{},"watched":[],"calls":[],"expected":{}}})";
  change.level = "program";
  change.caller = Report::Change::Caller{"main", "main.c", 9, {{"argc", "2"}}};
  change.replayed = true;
  change.test = "tests/f-01234567.c";
  change.testNote = "a note";
  change.causes = {{"head", "new.c", "the call was added", 5, 1}};
  change.trace = {{"head", {{{"new.c", 4}, 2}, {{"new.c", 5}, 1}}, 0}, {"head", {{{"new.c", 6}, 1}}, {}}};
  change.condition = "(assert |file \"\xB2\" is missing|)"; // names hold what a run found
  Report::Function function;
  function.id = function.name = "f";
  function.file = "new.c";
  function.line = 1;
  function.verdict = "changed";
  function.proof = "none";
  function.bounds = {"p has at most 8 elements"};
  function.assumptions = {"pointers inside of inputs are null"};
  function.reasons = {"f changed"};
  function.settled = {"1 of 2 pairs of paths are equal"};
  function.open = {"base was not explored to its end: time"};
  function.changes = {change};
  function.allowed = "the contract is off";
  report.functions = {function};
  report.hunks = {{"new.c", "old.c", 1, 1, 1, 1, "analysed", "", {"a\xFF"}, {"b"}, true, "the contract is off"}};
  report.shard = Report::Shard{2, 3, {"g"}, {"h (a.c)"}};
  report.notes = {"a note"};
  report.stats.solver = {{"constants", 3, 2, 0, 0.5}};
  return report;
}

json document() { return json::parse(reportJson(fullReport())); }

bool isReport(const json& shown) { return fits(shown, "report.schema.json"); }

TEST(ReportJson, FitsItsSchema) {
  EXPECT_TRUE(isReport(document()));
  EXPECT_TRUE(isReport(json::parse(reportJson({}))));
}

TEST(ReportJson, TheSchemaRefusesWhatIsNotInIt) {
  json shown = document();
  shown["functions"][0]["verdict"] = "fine";
  EXPECT_FALSE(isReport(shown));
  shown = document();
  shown["functions"][0]["changes"][0]["kind"] = "crash";
  EXPECT_FALSE(isReport(shown));
  shown = document();
  shown["functions"][0]["changes"][0].erase("witness");
  EXPECT_FALSE(isReport(shown));
  shown = document();
  shown["functions"][0]["surprise"] = 1;
  EXPECT_FALSE(isReport(shown));
  shown = document();
  shown["functions"][0]["changes"][0]["trace"][0]["index"][0]["instance"] = 0;
  EXPECT_FALSE(isReport(shown));
  shown = document();
  shown["schema"] = "beagle.report/2";
  EXPECT_FALSE(isReport(shown));
}

TEST(ReportJson, ComesBackAsItWas) {
  const std::string text = reportJson(fullReport());
  const auto back = readReport(text, "report.json");
  ASSERT_TRUE(back) << back.error().str();
  EXPECT_EQ(back->functions[0].changes[0].base.output, "text\xFF") << "bytes that are no text";
  EXPECT_EQ(back->functions[0].changes[0].condition, fullReport().functions[0].changes[0].condition);
  EXPECT_EQ(back->functions[0].changes[0].input, fullReport().functions[0].changes[0].input);
  EXPECT_EQ(reportJson(*back), text);
}

TEST(ReportJson, KeepsThatSomebodyStoppedTheRun) {
  Report report = fullReport();
  EXPECT_FALSE(readReport(reportJson(report), "report.json")->isPartial);
  report.isPartial = true;
  EXPECT_TRUE(isReport(json::parse(reportJson(report))));
  EXPECT_TRUE(readReport(reportJson(report), "report.json")->isPartial);
}

TEST(ReportJson, ATraceIsThereWhenARunWasFollowed) {
  const json event = document()["functions"][0]["changes"][0]["trace"][0];
  EXPECT_EQ(event["index"][0], json::parse(R"({"place": {"file": "new.c", "line": 4}, "instance": 2})"));
  EXPECT_EQ(event["hunk"], 0);
  Report report = fullReport();
  report.functions[0].changes[0].trace.clear();
  const json shown = json::parse(reportJson(report));
  EXPECT_FALSE(shown["functions"][0]["changes"][0].contains("trace"));
  EXPECT_TRUE(isReport(shown));
}

TEST(ReportJson, SaysWhatIsMissingOfATrace) {
  json shown = document();
  shown["functions"][0]["changes"][0]["trace"][1].erase("index");
  const auto back = readReport(shown.dump(), "a.json");
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().str(), "a.json: no report of Beagle: `index` is missing or is no list");
}

TEST(ReportJson, SaysWhatIsMissing) {
  json shown = document();
  shown["shard"].erase("own");
  const auto back = readReport(shown.dump(), "a.json");
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().str(), "a.json: no report of Beagle: `own` is missing or is no list");
}

TEST(ReportJson, ALineIsTheFunctionOfTheDocument) {
  EXPECT_EQ(json::parse(functionLine(fullReport().functions[0])), document()["functions"][0]);
}

TEST(ReportText, SaysWhatHappensBeforeAndAfter) {
  const std::string text = reportText(fullReport(), {});
  EXPECT_NE(text.find("now fails for x = 3"), std::string::npos) << text;
  EXPECT_NE(text.find("before: returned at old.c:4, return = 1"), std::string::npos) << text;
  EXPECT_NE(text.find("after:  memory error: use after free at new.c:5"), std::string::npos) << text;
  EXPECT_NE(text.find("seen when both versions ran; also from main (main.c:9) with argc = 2"), std::string::npos)
      << text;
}

TEST(Tally, CountsWhatIsMarked) {
  Report report = fullReport();
  report.hunks[0].status = "not-compiled";
  Report::Check check = tallied(report);
  EXPECT_EQ(check.failures, 1U);
  EXPECT_EQ(check.unchecked, 0U) << "nobody minds";
  EXPECT_FALSE(check.passed) << "a hunk counts against it";
  report.hunks[0].fails = false;
  report.hunks[0].allowed.clear();
  check = tallied(report);
  EXPECT_EQ(check.unchecked, 1U);
  EXPECT_TRUE(check.passed);
}

TEST(Tally, AFunctionThatMayDoAnythingNeedsNoCheck) {
  Report report;
  report.functions.resize(2);
  for (Report::Function& function : report.functions) function.verdict = "inconclusive";
  report.functions[0].allowed = "the contract is off";
  EXPECT_EQ(tallied(report).unchecked, 1U);
}

TEST(Tally, APartOfAReportHasNotPassed) {
  Report report;
  EXPECT_TRUE(tallied(report).passed);
  report.isPartial = true;
  EXPECT_FALSE(tallied(report).passed);
}

TEST(ExitCode, SaysThatSomebodyStoppedTheRun) {
  Report report;
  report.isPartial = true;
  EXPECT_EQ(exitCodeOf(report), 3);
  report.check = Report::Check{};
  EXPECT_EQ(exitCodeOf(report), 3) << "whatever the check says";
}

TEST(ExitCode, IsCleanOnlyWhenAllIsSettledAndCompiled) {
  Report report = fullReport();
  EXPECT_EQ(exitCodeOf(report), 1);
  report.functions[0].verdict = "inconclusive";
  EXPECT_EQ(exitCodeOf(report), 1);
  report.functions[0].verdict = "unchanged";
  EXPECT_EQ(exitCodeOf(report), 0);
  report.hunks[0].status = "not-compiled";
  EXPECT_EQ(exitCodeOf(report), 1);
}

/// One of everything.
ExploreReport fullExploration() {
  ExploreReport report;
  report.entry = "f";
  report.order = "dfs";
  report.complete = 1;
  report.errors = 1;
  report.cut = {{"time", 2}};
  report.solver = {{"constants", 3, 2, 0, 0.5}};
  report.assumptions = {"an assumption"};
  report.faults = {{"signed overflow", {"a.c", 3}, {{"x", "1"}}}};
  report.paths = {{"returned", "", false, {"a.c", 4}, {}, {}, {{"x", "1"}}, {"2"}, "out", 5},
                  {"memory error: out of bounds", "text", true, {"a.c", 4}, {"a.c", 1}, {"a.c", 2}, {}, {}, "", 5}};
  return report;
}

TEST(ExploreJson, FitsItsSchema) {
  EXPECT_TRUE(fits(json::parse(exploreJson(fullExploration(), true)), "explore.schema.json"));
  json wrong = json::parse(exploreJson(fullExploration(), true));
  wrong["paths"]["complete"] = "many";
  EXPECT_FALSE(fits(wrong, "explore.schema.json"));
}

TEST(ExploreJson, ErrorsAreShownInAnyCase) {
  EXPECT_EQ(json::parse(exploreJson(fullExploration(), true))["details"].size(), 2U);
  EXPECT_EQ(json::parse(exploreJson(fullExploration(), false))["details"].size(), 1U);
}

} // namespace
} // namespace beagle::report
