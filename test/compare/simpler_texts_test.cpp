#include "analysis/compare/simpler_texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>

namespace beagle::compare {
namespace {

bool contains(const std::vector<std::string>& all, std::string_view one) {
  return std::ranges::find(all, one) != all.end();
}

/// What remains when the simplest text that still shows it is taken again and again.
std::string simplest(std::string text, const std::function<bool(const std::string&)>& shows) {
  while (true) {
    const std::vector<std::string> others = simplerTexts(text);
    const auto better = std::ranges::find_if(others, shows);
    if (better == others.end()) return text;
    text = *better;
  }
}

TEST(SimplerTexts, AllAreSimplerAndInOrder) {
  for (const std::string& text : {std::string("3 -17\n4 abc\n"), std::string("\x01:9", 3), std::string("0.25")}) {
    const std::vector<std::string> others = simplerTexts(text);
    EXPECT_FALSE(others.empty()) << text;
    EXPECT_TRUE(std::ranges::is_sorted(others, isSimpler)) << text;
    for (const std::string& other : others) EXPECT_TRUE(isSimpler(other, text)) << other;
  }
  EXPECT_TRUE(simplerTexts("").empty());
}

TEST(SimplerTexts, ANumberInFrontCountsWhatIsLeftOut) {
  EXPECT_TRUE(contains(simplerTexts("3\n5 6 7\n"), "2\n5 7\n"));
  EXPECT_TRUE(contains(simplerTexts("2\n1 4\n2 8 9\n"), "2\n1 4\n1 9\n"));
  EXPECT_TRUE(contains(simplerTexts("2\n1 4\n2 8 9\n"), "1\n2 8 9\n"));
}

TEST(SimplerTexts, CountedNumbersBecomeFew) {
  const auto shows = [](const std::string& text) { // as many numbers as the first one says, and one of them is large
    int count = 0, number = 0, read = 0, used = 0;
    bool isLarge = false;
    if (std::sscanf(text.c_str(), "%d%n", &count, &read) != 1) return false;
    int seen = 0;
    for (; seen < count && std::sscanf(text.c_str() + read, "%d%n", &number, &used) == 1; ++seen, read += used)
      isLarge = isLarge || number > 90;
    return isLarge && seen == count;
  };
  EXPECT_EQ(simplest("6\n12 4 96 3\n-8 100\n", shows), "1\n91");
}

TEST(SimplerTexts, WhatCannotBeReadBecomesLetters) {
  EXPECT_EQ(simplest("q\x01z:\x7f", [](const std::string& text) { return text.size() >= 3 && text.contains(':'); }),
            "a:a");
}

} // namespace
} // namespace beagle::compare
