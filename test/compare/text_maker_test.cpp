#include "analysis/compare/text_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace beagle::compare {
namespace {

TextMaker maker() {
  CodeConstants constants;
  constants.integers = {1024};
  constants.texts = {"%d %s"};
  return {std::move(constants), {}, 8};
}

TEST(TextMaker, SameSeedSameTexts) {
  const TextMaker one = maker();
  Lot first(7), second(7);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(one.made(first), one.made(second));
    EXPECT_EQ(one.madeTask(first), one.madeTask(second));
    EXPECT_EQ(one.varied("3\n1 2 3\n", false, first), one.varied("3\n1 2 3\n", false, second));
  }
}

TEST(TextMaker, TasksHaveAsManyPartsAsTheySay) {
  const TextMaker one = maker();
  Lot lot(1);
  int words = 0, numbers = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::string text = one.madeTask(lot);
    unsigned count = 0;
    char word[600] = "";
    if (std::sscanf(text.c_str(), "%u\n%599s", &count, word) != 2 || count == 0) continue;
    words += std::string_view(word).size() == count && count > 2;
    const std::string rest = text.substr(std::min(text.find('\n'), text.size()));
    numbers += static_cast<unsigned>(std::ranges::count(rest, ' ')) + 1 == count && count > 2;
  }
  EXPECT_GT(words, 50);
  EXPECT_GT(numbers, 50);
}

} // namespace
} // namespace beagle::compare
