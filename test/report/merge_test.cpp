#include "analysis/report/merge.h"

#include <gtest/gtest.h>

namespace beagle::report {
namespace {

Report::Function function(const std::string& name, const std::string& verdict) {
  Report::Function function;
  function.id = function.name = name;
  function.verdict = verdict;
  return function;
}

NamedReport shard(unsigned index, unsigned count, std::vector<Report::Function> functions) {
  Report report;
  report.base = "a";
  report.head = "b";
  report.shard = Report::Shard{index, count, {}, {}};
  report.functions = std::move(functions);
  report.check = tallied(report);
  return {"shard" + std::to_string(index), std::move(report)};
}

std::string namesOf(const support::Result<Report>& report) {
  if (!report) return report.error().str();
  std::string names;
  for (const Report::Function& function : report->functions) names += function.name;
  return names;
}

TEST(Merge, PutsFunctionsBackIntoTheirOrder) {
  const auto all =
      merged({shard(2, 2, {function("b", "unchanged"), function("d", "unchanged")}),
              shard(1, 2, {function("a", "unchanged"), function("c", "unchanged"), function("e", "unchanged")})});
  EXPECT_EQ(namesOf(all), "abcde");
  EXPECT_FALSE(all->shard);
}

TEST(Merge, CountsAgain) {
  Report::Function failing = function("a", "changed");
  failing.changes.resize(2);
  failing.changes[0].fails = true;
  failing.changes[1].allowed = "the contract is off";
  NamedReport first = shard(1, 2, {failing});
  NamedReport second = shard(2, 2, {function("b", "inconclusive")});
  first.report.stats.paths = 2;
  second.report.stats.paths = 3;
  second.report.notes = {"one", "two"};
  first.report.notes = {"one"};
  const auto all = merged({first, second});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->check->failures, 1U);
  EXPECT_EQ(all->check->allowed, 1U);
  EXPECT_EQ(all->check->unchecked, 1U);
  EXPECT_FALSE(all->check->passed);
  EXPECT_EQ(all->stats.paths, 5U);
  EXPECT_EQ(all->notes, (std::vector<std::string>{"one", "two"}));
}

TEST(Merge, APartThatWasStoppedMakesTheWholePartial) {
  NamedReport second = shard(2, 2, {function("b", "unchanged")});
  second.report.isPartial = true;
  const auto all = merged({shard(1, 2, {function("a", "unchanged")}), second});
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->isPartial);
  EXPECT_FALSE(all->check->passed);
}

TEST(Merge, AChangedFunctionByItselfIsShownAsInOneRun) {
  const auto withOwn = [](const std::string& callersVerdict, bool isEntered) {
    NamedReport first = shard(1, 2, {function("a", callersVerdict)});
    NamedReport second = shard(2, 2, {function("b", "unchanged"), function("o", "changed")});
    second.report.shard->own = {"o"};
    if (isEntered) first.report.shard->entered = {"o"};
    return merged({first, second});
  };
  EXPECT_EQ(namesOf(withOwn("unchanged", true)), "ab") << "its callers say all";
  EXPECT_EQ(namesOf(withOwn("inconclusive", true)), "abo");
  EXPECT_EQ(namesOf(withOwn("unchanged", false)), "abo") << "nobody else says anything";
  EXPECT_EQ(withOwn("unchanged", false)->functions[2].reasons[0], notEnteredReason);
}

TEST(Merge, RefusesWhatDoesNotBelongTogether) {
  const NamedReport one = shard(1, 2, {});
  const NamedReport two = shard(2, 2, {});
  EXPECT_EQ(merged({one}).error().str(), "of 2 shards, 2 is missing");
  EXPECT_EQ(merged({shard(2, 5, {}), shard(4, 5, {})}).error().str(), "of 5 shards, 1, 3, 5 are missing");
  EXPECT_EQ(merged({one, one}).error().str(), "shard1 and shard1 are both shard 1 of 2");
  EXPECT_EQ(merged({one, shard(2, 3, {})}).error().str(), "shard1 is one of 2 shards, and shard2 is one of 3");
  EXPECT_EQ(merged({one, shard(3, 2, {})}).error().str(), "shard3: there is no shard 3 of 2");
  NamedReport other = two;
  other.report.head = "c";
  EXPECT_EQ(merged({one, other}).error().str(), "shard1 is about a..b, and shard2 is about a..c");
  other = two;
  other.report.hunks.push_back({"a.c", "a.c", 1, 1, 1, 1, "analysed", ""});
  EXPECT_EQ(merged({one, other}).error().str(), "shard1 and shard2 are about other contents of a..b");
  other = shard(2, 2, {});
  other.report.headCommit = "0123456789abcdef";
  EXPECT_EQ(merged({one, other}).error().str(), "shard1 is about a..b as no commit, and shard2 as 0123456789ab");
  other = two;
  other.report.check.reset();
  EXPECT_EQ(merged({one, other}).error().str(), "one of shard1 and shard2 is a check, and the other one is none");
  other = two;
  other.report.shard.reset();
  EXPECT_EQ(merged({one, other}).error().str(),
            "shard2: this is no report of a shard; `beagle check --shard I/N` makes one");
  EXPECT_EQ(merged({one, other}).error().kind(), support::ErrorKind::Usage);
  const NamedReport huge = shard(1, 4'000'000'000U, {});
  EXPECT_EQ(merged({huge}).error().str(),
            "of 4000000000 shards, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 are missing, and 3999999989 more");
}

TEST(Merge, AWholeReportIsOne) {
  Report report;
  report.functions = {function("a", "unchanged")};
  EXPECT_EQ(namesOf(merged({{"all", report}})), "a");
}

} // namespace
} // namespace beagle::report
