#include "analysis/report/text_values.h"

#include <gmock/gmock.h>

namespace beagle::report {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(TextValues, CharactersInARowAreATextOnceItEnds) {
  EXPECT_THAT(withTexts({{"n", "3"}, {"name[0]", "'G'"}, {"name[1]", "'o'"}, {"name[2]", "'\\0'"}, {"name[3]", "'x'"}}),
              ElementsAre(Pair("n", "3"), Pair("name", "\"Go\""), Pair("name[3]", "'x'")));
  EXPECT_THAT(withTexts({{"argv[1][0]", "'-'"}, {"argv[1][1]", "'\\0'"}, {"argv[2][0]", "'a'"}, {"argv[2][1]", "'b'"}}),
              ElementsAre(Pair("argv[1]", "\"-\""), Pair("argv[2][0..1]", "\"ab\"")));
}

TEST(TextValues, WhatDoesNotFollowStaysAsItIs) {
  const Report::Values apart{{"s[0]", "'a'"}, {"s[2]", "'b'"}, {"t[3]", "'c'"}, {"p[0]", "7"}, {"p[1]", "8"}};
  EXPECT_EQ(withTexts(apart), apart);
  const Report::Values alone{{"s[0]", "'\\0'"}};
  EXPECT_EQ(withTexts(alone), alone);
  const Report::Values odd{{"s[]", "'a'"}, {"s[0x1]", "'b'"}, {"[1", "'c'"}, {"s[1]", "'"}, {"s[2]", "''"}};
  EXPECT_EQ(withTexts(odd), odd);
  EXPECT_THAT(withTexts({{"b[4]", "'a'"}, {"b[5]", "'\\0'"}, {"b[6]", "'c'"}}),
              ElementsAre(Pair("b[4..6]", "\"a\\0c\"")));
}

TEST(TextValues, AreWrittenAsInC) {
  EXPECT_THAT(withTexts({{"s[0]", "'\"'"},
                         {"s[1]", "'\\''"},
                         {"s[2]", "'\\\\'"},
                         {"s[3]", "'\\x01'"},
                         {"s[4]", "'a'"},
                         {"s[5]", "'z'"}}),
              ElementsAre(Pair("s[0..5]", "\"\\\"'\\\\\\x01\" \"az\"")));
  EXPECT_THAT(withTexts({{"b[1]", "'\\0'"}, {"b[2]", "'7'"}, {"b[3]", "'8'"}}),
              ElementsAre(Pair("b[1..3]", "\"\\0\" \"78\"")));
}

} // namespace
} // namespace beagle::report
