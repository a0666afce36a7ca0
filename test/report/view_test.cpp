#include "analysis/report/lengths.h"
#include "analysis/report/view.h"
#include "analysis/report/wording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Report::Change change(const std::string& fingerprint) {
  Report::Change change;
  change.kind = "output";
  change.fingerprint = fingerprint;
  change.witness = {{"x", "3"}};
  change.base = {"returned", "", {"a.c", 4}, {}, {}, {{"return", "1"}, {"same", "7"}}, ""};
  change.head = {"returned", "", {"a.c", 5}, {}, {}, {{"return", "2"}, {"same", "7"}}, ""};
  return change;
}

Report withFunctions(std::size_t count) {
  Report report;
  for (std::size_t i = 0; i < count; ++i) {
    Report::Function function;
    function.id = function.name = "f" + std::to_string(i);
    function.file = "a.c";
    function.line = 1;
    function.verdict = "changed";
    function.changes = {change("0123456789abcdef")};
    report.functions.push_back(function);
  }
  return report;
}

TEST(View, HasANameAndAnEnding) {
  const std::vector<std::string> names = viewNames();
  const std::vector<std::string> endings = viewEndings();
  ASSERT_EQ(names.size(), endings.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(viewNamed(names[i]), viewOfFile("a.b/report" + endings[i]));
    EXPECT_FALSE(shown(Report(), *viewNamed(names[i])).empty());
  }
  EXPECT_FALSE(viewNamed("jsonl"));
  EXPECT_FALSE(viewOfFile("report.pdf"));
  EXPECT_FALSE(viewOfFile("report"));
}

TEST(Title, NamesTheFunctionThatIsCalledInAnotherWay) {
  Report::Change effects = change("0123456789abcdef");
  effects.kind = "effects";
  EXPECT_EQ(titleOf(effects), "writes something else");
  effects.differs = {"lseek()"};
  EXPECT_EQ(titleOf(effects), "calls lseek in another way");
  effects.differs = {"lseek()", "read()"};
  EXPECT_EQ(titleOf(effects), "calls lseek in another way, and more");
  for (const char* other : {"standard output", ""}) {
    effects.differs = {other};
    EXPECT_EQ(titleOf(effects), "writes something else") << other;
  }
  for (const char* unnamed : {"a<b>()", "__wrap()", "(*c->send)()"}) {
    effects.differs = {unnamed};
    EXPECT_EQ(titleOf(effects), "calls a function outside in another way") << unnamed;
  }
}

TEST(TextView, SaysWhatIsUnchangedWithItsBounds) {
  Report report = withFunctions(1);
  report.functions[0].verdict = "unchanged";
  report.functions[0].proof = "bounded";
  report.functions[0].changes.clear();
  report.functions[0].bounds = {"p has at most 8 elements"};
  report.functions[0].assumptions = {"malloc does not fail"};
  EXPECT_THAT(reportText(report, {}), HasSubstr("f0 (a.c:1): unchanged, proved within bounds: p has at most "
                                                "8 elements; assumed: malloc does not fail\n"));
}

TEST(TextView, IsShortUnlessAllIsWanted) {
  Report report = withFunctions(1);
  report.functions[0].changes.assign(lengths::changes + 2, change("0123456789abcdef"));
  report.functions[0].assumptions = {"malloc does not fail"};
  EXPECT_THAT(reportText(report, {}), HasSubstr("and 2 more differences (--verbose shows all)"));
  EXPECT_THAT(reportText(report, {}), Not(HasSubstr("malloc")));
  EXPECT_THAT(reportText(report, {}, true), HasSubstr("assumed: malloc does not fail"));
  EXPECT_THAT(reportText(report, {}, true), Not(HasSubstr("more differences")));
}

TEST(TextView, SaysOfEachFindingHowToGoOn) {
  Report report = withFunctions(2);
  report.functions[1].changes[0].fingerprint = "fedcba9876543210";
  report.functions[1].changes[0].fails = true;
  const std::string text = reportText(report, {}, false, ".git/beagle/a.json");
  EXPECT_THAT(text, HasSubstr("finding 0123456789ab: `beagle replay .git/beagle/a.json 0123456789ab`\n"));
  EXPECT_THAT(text, HasSubstr("finding fedcba987654: `beagle replay .git/beagle/a.json fedcba987654`, `beagle accept "
                              "fedcba987654`\n"));
  EXPECT_THAT(text, Not(HasSubstr("--report")));
  EXPECT_THAT(reportText(report, {}), HasSubstr("`--report report.json` writes what it reads"));
}

TEST(EveryView, SaysThatSomebodyStoppedTheRun) {
  for (const bool isCheck : {true, false}) {
    Report report = withFunctions(1);
    if (isCheck) report.check = tallied(report);
    report.isPartial = true;
    for (const View view : {View::Text, View::Markdown, View::Html, View::Sarif, View::Junit})
      EXPECT_THAT(shown(report, view), HasSubstr("stopped before its end"));
    EXPECT_THAT(reportSarif(report), HasSubstr("\"executionSuccessful\": false"));
    EXPECT_THAT(reportJunit(report), HasSubstr("errors=\"1\""));
  }
}

TEST(TextView, SaysThatMoreMayDiffer) {
  Report report = withFunctions(1);
  EXPECT_THAT(reportText(report, {}), Not(HasSubstr("there may be more")));
  report.functions[0].open = {"its time is over"};
  EXPECT_THAT(reportText(report, {}), HasSubstr("there may be more differences (--verbose says why)"));
  EXPECT_THAT(reportText(report, {}, true), HasSubstr("open: its time is over"));
  report.functions[0].verdict = "inconclusive";
  EXPECT_THAT(reportText(report, {}), HasSubstr("open: its time is over"));
}

TEST(MarkdownView, ShowsOnlyWhatDiffersInItsTable) {
  const std::string text = reportMarkdown(withFunctions(1));
  EXPECT_THAT(text, HasSubstr("<tr><td><code>return</code></td><td><code>1</code></td><td><code>2</code></td></tr>"));
  EXPECT_THAT(text, Not(HasSubstr("<td><code>same</code></td>")));
}

TEST(MarkdownView, FitsIntoACommentAndSaysWhatIsMissing) {
  const std::string some = reportMarkdown(withFunctions(100));
  EXPECT_LE(some.size(), lengths::comment);
  EXPECT_THAT(some, HasSubstr("f99"));
  EXPECT_THAT(some, HasSubstr("shortened, because comments have a size limit"));
  Report many = withFunctions(20'000);
  many.functions.back().changes[0].fails = true;
  const std::string text = reportMarkdown(many);
  EXPECT_LE(text.size(), lengths::comment);
  EXPECT_GT(text.size(), lengths::comment / 2);
  EXPECT_THAT(text, HasSubstr("findings are left out, because comments have a size limit"));
  EXPECT_THAT(text, HasSubstr("f19999")) << "what counts comes first";
}

TEST(JunitView, WithoutACheckEveryDifferenceIsAFailure) {
  Report report = withFunctions(1);
  EXPECT_THAT(reportJunit(report), HasSubstr("failures=\"1\""));
  report.check = Report::Check{};
  EXPECT_THAT(reportJunit(report), HasSubstr("failures=\"0\""));
}

TEST(SarifView, ALineOfZeroIsTheFirst) {
  Report report = withFunctions(1);
  report.functions[0].line = 0;
  report.functions[0].changes[0].head.place = {};
  EXPECT_THAT(reportSarif(report), HasSubstr("\"startLine\": 1"));
}

} // namespace
} // namespace beagle::report
