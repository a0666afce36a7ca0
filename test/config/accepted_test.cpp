#include "config/accepted.h"

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
  for (const std::string_view day : {"2027-01-31", "2028-02-29", "9999-12-31"})
    EXPECT_TRUE(isDate(day)) << day;
  for (const std::string_view day : {"", "2027-1-31", "2027-02-29", "2027-00-10", "2027-13-01", "20270131",
                                     "2027-01-31 ", "tomorrow", "+027-01-31"})
    EXPECT_FALSE(isDate(day)) << day;
}

} // namespace
} // namespace beagle::config
