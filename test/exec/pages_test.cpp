#include "analysis/exec/pages.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace beagle::exec {

namespace {

/// Both do the same, and of each there are several copies, which go their own ways.
struct Twins {
  Pages<std::uint32_t> pages;
  std::vector<std::uint32_t> plain;
};

void expectEqual(const Twins& twins) {
  ASSERT_EQ(twins.pages.size(), twins.plain.size());
  for (std::size_t i = 0; i < twins.plain.size(); ++i) ASSERT_EQ(twins.pages[i], twins.plain[i]) << i;
}

class PagesTest : public testing::TestWithParam<std::uint64_t> {
protected:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  std::pair<std::uint64_t, std::uint64_t> range(std::uint64_t size) {
    const std::uint64_t from = below(size);
    return {from, from + below(size - from + 1)};
  }

  std::mt19937_64 random_{GetParam()};
};

TEST_P(PagesTest, DoWhatAVectorDoes) {
  const std::uint64_t size = GetParam();
  constexpr std::uint32_t common = 7;
  std::vector<Twins> all(3, {Pages<std::uint32_t>(size, common), std::vector<std::uint32_t>(size, common)});
  for (int step = 0; step < 300; ++step) {
    Twins& one = all[below(all.size())];
    const Twins& other = all[below(all.size())];
    if (below(6) == 0) one = other;
    const auto value = static_cast<std::uint32_t>(below(2) == 0 ? common : below(100));
    const auto [from, to] = range(one.plain.size());
    switch (below(5)) {
    case 0:
      if (from == one.plain.size()) break;
      one.pages.set(from, value);
      one.plain[from] = value;
      break;
    case 1:
      one.pages.fill(from, to, value);
      std::fill(one.plain.begin() + from, one.plain.begin() + to, value);
      break;
    case 2: {
      if (&one == &other) break;
      const std::uint64_t count = std::min(to - from, other.plain.size());
      const std::uint64_t source =
          below(3) == 0 ? std::min(from, other.plain.size() - count) : below(other.plain.size() - count + 1);
      one.pages.copy(other.pages, source, from, count);
      std::copy_n(other.plain.begin() + source, count, one.plain.begin() + from);
      break;
    }
    case 3: {
      std::vector<std::uint32_t> some(std::min<std::uint64_t>(to - from, 3000), value);
      one.pages.write(from, some.size(), some.data());
      std::copy(some.begin(), some.end(), one.plain.begin() + from);
      break;
    }
    default:
      one.pages.resize(one.plain.size() + below(3000), value);
      one.plain.resize(one.pages.size(), value);
      break;
    }
    const std::uint64_t first = one.pages.firstOther(from, to, value);
    const auto expected =
        std::find_if(one.plain.begin() + from, one.plain.begin() + to, [&](auto x) { return x != value; });
    ASSERT_EQ(first, static_cast<std::uint64_t>(expected - one.plain.begin()));
    const std::uint64_t shared = std::min(one.pages.sharedUntil(other.pages, 0), other.plain.size());
    ASSERT_TRUE(std::equal(one.plain.begin(), one.plain.begin() + shared, other.plain.begin()));
    const std::uint64_t its = below(other.plain.size());
    const std::uint64_t count = std::min(to - from, other.plain.size() - its);
    ASSERT_EQ(one.pages.isEqual(from, other.pages, its, count),
              std::equal(one.plain.begin() + from, one.plain.begin() + from + count, other.plain.begin() + its));
    std::uint64_t visited = 0;
    one.pages.forEach(
        [&](std::uint64_t i, std::uint32_t element) { visited += element == one.plain[i] ? 1 : 1'000'000; });
    ASSERT_LE(visited, one.plain.size());
    ASSERT_GE(visited, one.plain.size() - static_cast<std::uint64_t>(std::ranges::count(one.plain, common)));
    std::vector<std::uint32_t> read(to - from);
    one.pages.read(from, to - from, read.data());
    ASSERT_TRUE(std::equal(read.begin(), read.end(), one.plain.begin() + from));
  }
  for (const Twins& twins : all) expectEqual(twins);
}

INSTANTIATE_TEST_SUITE_P(Sizes, PagesTest, testing::Values(1, 100, 4095, 4096, 4097, 10'000, 40'960));

TEST(PagesTest, WhatIsAlikeTakesNoMemory) {
  Pages<std::uint8_t> pages(1U << 20U, 0);
  EXPECT_LT(pages.bytes(), 4096U);
  pages.set(70'000, 1);
  Pages<std::uint8_t> copy = pages;
  copy.set(3, 1);
  EXPECT_LT(copy.bytes(), 3U * 4096U);
  pages.fill(0, 1U << 20U, 0);
  EXPECT_LT(pages.bytes(), 4096U);
}

} // namespace

} // namespace beagle::exec
