#include "config/accepted.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace beagle::config {
namespace {

std::string problemOf(std::string_view content) {
  const auto all = readAccepted(content, "list.yml");
  return all ? "" : all.error().str();
}

TEST(Accepted, ComesBackAsItWasWritten) {
  const Accepted first{"0123abcd",   "89ef", "f", "gives another result", "as \"wanted\"\\\n- finding: x",
                       "2027-01-31", {}};
  const Accepted second{"4567", "0123", "g", "now fails", "", "", {}};
  const auto all = readAccepted(withAccepted(withAccepted("", first), second), "list.yml");
  ASSERT_TRUE(all) << all.error().str();
  ASSERT_EQ(all->size(), 2U);
  EXPECT_EQ((*all)[0].finding, "0123abcd");
  EXPECT_EQ((*all)[0].seen, "89ef");
  EXPECT_EQ((*all)[0].reason, "as \"wanted\"\\\\x0a- finding: x") << "control characters mean nothing";
  EXPECT_EQ((*all)[0].until, "2027-01-31");
  EXPECT_EQ((*all)[1].function, "g");
  EXPECT_EQ((*all)[1].origin.line, 9U);
}

// A file of settings may be smaller than a list that grew for years.
TEST(Accepted, AListMayBeLong) {
  std::string list;
  for (int i = 0; i < 2'000; ++i)
    list = withAccepted(std::move(list),
                        {fmt::format("{:032x}", i), "89ef", "f", "gives another result", "wanted", "", {}});
  EXPECT_GT(list.size(), 65'536U);
  const auto all = readAccepted(list, "list.yml");
  ASSERT_TRUE(all) << all.error().str();
  EXPECT_EQ(all->size(), 2'000U);
  EXPECT_NE(problemOf(std::string(5U << 20U, '#')), "");
}

TEST(Accepted, KeepsWhatIsThere) {
  const std::string before = "# ours\n- finding: a\n  seen: b";
  const std::string after = withAccepted(before, {"c", "d", "", "", "", "", {}});
  EXPECT_EQ(after, before + "\n- finding: \"c\"\n  seen: \"d\"\n");
}

TEST(Accepted, AnEmptyListIsNone) {
  for (const std::string_view text : {"", "# nothing\n", "[]\n"}) {
    const auto all = readAccepted(text, "list.yml");
    ASSERT_TRUE(all) << all.error().str();
    EXPECT_TRUE(all->empty());
  }
}

TEST(Accepted, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(problemOf("finding: a\n"),
            "list.yml:1:1: this is a list of accepted findings, each beginning with `- finding: `");
  EXPECT_EQ(problemOf("- a\n"), "list.yml:1:3: an accepted finding is a map: `- finding: ...`");
  EXPECT_EQ(problemOf("- finding: a\n  sen: b\n"), "list.yml:2:3: unknown key `sen`; did you mean `seen`?");
  EXPECT_EQ(problemOf("- finding: a\n  seen: [b]\n"), "list.yml:2:9: `seen` is a text");
  EXPECT_EQ(problemOf("- finding: a\n"), "list.yml:1:3: `seen` is missing; `beagle accept` writes it");
  EXPECT_EQ(problemOf("- finding: a\n  seen: b\n  until: 2027-02-29\n"),
            "list.yml:3:10: `until` is a day such as 2027-01-31, not `2027-02-29`");
  EXPECT_NE(problemOf("- finding: a\n  finding: b\n"), "");
  EXPECT_NE(problemOf("- [\n"), "");
}

TEST(Accepted, DaysAreThoseOfTheCalendar) {
  for (const std::string_view day : {"2027-01-31", "2028-02-29", "9999-12-31"}) EXPECT_TRUE(isDate(day)) << day;
  for (const std::string_view day :
       {"", "2027-1-31", "2027-02-29", "2027-00-10", "2027-13-01", "20270131", "2027-01-31 ", "tomorrow", "+027-01-31"})
    EXPECT_FALSE(isDate(day)) << day;
}

std::string commentProblem(std::string_view source) {
  const AcceptingComments found = acceptingComments(source, "f.c");
  return found.problems.size() == 1 ? found.problems.front() : fmt::format("{} problems", found.problems.size());
}

TEST(AcceptingComments, ComeBackAsTheyWereWritten) {
  const Accepted first{"482e21b34f38", "5a6b7c8d9e0f1a2b", "", "", "the new rates: higher", "2999-12-31", {}};
  const Accepted second{"0123456789abcdef", "5a6b7c8d9e0f1a2c", "", "", "wanted", "", {}};
  const AcceptingComments found = acceptingComments(
      "int a;\n// " + acceptingComment(first) + "\nint b; /* " + acceptingComment(second) + " */\n", "src/f.c");
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.accepted.size(), 2U);
  EXPECT_EQ(found.accepted[0].finding, "482e21b34f38");
  EXPECT_EQ(found.accepted[0].seen, "5a6b7c8d9e0f1a2b");
  EXPECT_EQ(found.accepted[0].until, "2999-12-31");
  EXPECT_EQ(found.accepted[0].reason, "the new rates: higher");
  EXPECT_EQ(found.accepted[0].origin.line, 2U);
  EXPECT_EQ(found.accepted[1].until, "");
  EXPECT_EQ(found.accepted[1].reason, "wanted");
  EXPECT_EQ(found.accepted[1].origin.line, 3U);
}

TEST(AcceptingComments, EndWithTheirLine) {
  const std::string line = acceptingComment({"482e21b34f38", "5a6b7c8d9e0f1a2b", "", "", "see C:\\specs\\", "", {}});
  EXPECT_FALSE(line.ends_with('\\')) << line;
  EXPECT_EQ(acceptingComments("// " + line + "\n", "f.c").accepted.size(), 1U);
}

TEST(AcceptingComments, ManyLines) {
  EXPECT_EQ(
      acceptingComments("/*\n * beagle-accept 482e21b34f38 5a6b7c8d9e0f1a2b: fine\n */\r\n", "f.c").accepted.size(),
      1U);
}

TEST(AcceptingComments, StandBehindCode) {
  for (const std::string_view code : {"int a = 1'000;", "put('\"');", "put(\"//\");", "put('\\''); /* */"})
    EXPECT_EQ(acceptingComments(fmt::format("{} // beagle-accept 482e21b34f38 5a6b7c8d9e0f1a2b: fine\n", code), "f.c")
                  .accepted.size(),
              1U)
        << code;
}

TEST(AcceptingComments, OtherTextIsNone) {
  for (const std::string_view text :
       {"", "int beagle_accept;\n", "// beagle-accepted by all\n", "puts(\"beagle-accept 1\");\n",
        "puts(\"a \\\" // beagle-accept 1\");\n", "put('\"', \"// beagle-accept 1\");\n"}) {
    const AcceptingComments found = acceptingComments(text, "f.c");
    EXPECT_TRUE(found.accepted.empty()) << text;
    EXPECT_TRUE(found.problems.empty()) << text;
  }
}

TEST(AcceptingComments, SayWhatIsWrongAndWhere) {
  EXPECT_EQ(
      commentProblem("\n// beagle-accept 482e21b34f38 5a6b7c8d9e0f1a2b"),
      "f.c:2: no reason is given: `beagle accept --comment` writes `beagle-accept FINDING SEEN [until DATE]: REASON`");
  for (const std::string_view text :
       {"// beagle-accept 482e21b34f38 5a6b7c8d9e0f1a2b:", "// beagle-accept: why",
        "// beagle-accept 482e21b34f38: why", "// beagle-accept 482e 5a6b7c8d9e0f1a2b: why",
        "// beagle-accept 482e21b34f38 5a6b: why", "// beagle-accept 482e21b34f38 5a6b7c8d9e0f1a2b until tomorrow: why",
        "// beagle-accept 482E21B34F38 5a6b7c8d9e0f1a2b: why",
        "// beagle-accept 482e21b34f38 5a6b7c8d9e0f1a2b till 2999-12-31: why"})
    EXPECT_EQ(commentProblem(text).substr(0, 7), "f.c:1: ") << text;
}

} // namespace
} // namespace beagle::config
