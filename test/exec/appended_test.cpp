#include "analysis/exec/appended.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace beagle::exec {

namespace {

TEST(Appended, CopiesGoTheirOwnWays) {
  struct Twins {
    Appended<int> appended;
    std::vector<int> plain;
  };
  std::vector<Twins> all(3);
  std::mt19937_64 random(5);
  for (int step = 0; step < 2000; ++step) {
    Twins& one = all[random() % all.size()];
    switch (random() % 40) {
    case 0: one = all[random() % all.size()]; break;
    case 1: {
      const int from = static_cast<int>(random() % 10), to = static_cast<int>(random() % 10);
      one.appended.changeWhere([&](int element) { return element == from; }, [&](int& element) { element = to; });
      std::ranges::replace(one.plain, from, to);
      break;
    }
    case 2:
      if (random() % 8 == 0) {
        one.appended.clear();
        one.plain.clear();
      }
      break;
    default: one.plain.push_back(static_cast<int>(random() % 10)); one.appended.push_back(one.plain.back());
    }
    for (const Twins& each : all) {
      ASSERT_EQ(each.appended.size(), each.plain.size());
      for (std::size_t i = 0; i < each.plain.size(); ++i) ASSERT_EQ(each.appended[i], each.plain[i]) << step;
    }
  }
  EXPECT_GT(all[0].plain.size() + all[1].plain.size() + all[2].plain.size(), 200U);
}

} // namespace

} // namespace beagle::exec
