#include "analysis/support/shares.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::support {
namespace {

using testing::DoubleNear;
using testing::Each;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;

auto near(double value) { return DoubleNear(value, 1e-9); }

TEST(SharesOfTime, OneWorkerSharesEvenly) {
  EXPECT_THAT(sharesOfTime({1, 1, 1}, 1), ElementsAre(near(1.0 / 3), near(1.0 / 2), near(1)));
}

TEST(SharesOfTime, WhatWeighsMoreGetsMore) {
  EXPECT_THAT(sharesOfTime({3, 1, 1}, 1), ElementsAre(near(3.0 / 5), near(1.0 / 2), near(1)));
}

TEST(SharesOfTime, EachHasAWorkerOfItsOwn) {
  EXPECT_THAT(sharesOfTime({1, 5}, 2), ElementsAre(near(1.0 / 3), near(1)));
  EXPECT_THAT(sharesOfTime({1, 1}, 2), ElementsAre(near(1), near(1)));
  EXPECT_THAT(sharesOfTime({1}, 4), ElementsAre(near(1)));
  EXPECT_THAT(sharesOfTime({}, 2), IsEmpty());
}

TEST(SharesOfTime, NobodyIsLeftWithNothing) {
  EXPECT_THAT(sharesOfTime({3, 1, 1}, 2), ElementsAre(near(1), near(1.0 / 2), near(1)));
  for (std::size_t workers = 1; workers < 9; ++workers)
    for (std::size_t count = 1; count < 20; ++count) {
      std::vector<double> weights(count, 1);
      weights.front() = 3;
      EXPECT_THAT(sharesOfTime(weights, workers), Each(Gt(0.0))) << workers << " workers, " << count << " pieces";
    }
}

} // namespace
} // namespace beagle::support
