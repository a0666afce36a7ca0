#include "analysis/compare/loop_steps.h"

#include <gtest/gtest.h>

namespace beagle::compare {
namespace {

constexpr LoopPlace loop = 1, unrolled = 11, rest = 12;

/// A counter and what is summed up, from the first to the last number, by steps.
void visit(std::vector<LoopVisit>& visits, LoopPlace place, std::uint64_t first, std::uint64_t last,
           std::uint64_t step = 1) {
  constexpr std::uint64_t limit = 1000; // stays as it is
  for (std::uint64_t i = first; i <= last; i += step) visits.push_back({place, {i, 500 + i * i, limit}});
}

TEST(LoopSteps, AnUnrolledLoopIsFollowedByItsTurns) {
  LoopSteps steps;
  for (const std::uint64_t count : {3, 7, 8}) {
    std::vector<LoopVisit> base, head;
    visit(base, loop, 0, count);
    visit(head, unrolled, 0, count / 3 * 3, 3);
    visit(head, rest, count / 3 * 3, count);
    steps.learn(base, head);
  }
  steps.decide();
  EXPECT_TRUE(steps.isUneven());
  const LoopSteps::Step* inside = steps.from({loop, unrolled});
  ASSERT_TRUE(inside);
  EXPECT_FALSE(inside->baseLeads);
  EXPECT_EQ(inside->turns, (std::map<LoopPlace, std::uint32_t>{{unrolled, 3}, {rest, 0}}));
  const LoopSteps::Step* behind = steps.from({loop, rest});
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->turns, (std::map<LoopPlace, std::uint32_t>{{rest, 1}}));
}

TEST(LoopSteps, APeeledLoopBeginsOneTurnLater) {
  LoopSteps steps;
  for (const std::uint64_t count : {2, 5}) {
    std::vector<LoopVisit> base, head;
    visit(base, loop, 0, count);
    visit(head, unrolled, 1, count);
    steps.learn(base, head);
  }
  steps.decide();
  EXPECT_TRUE(steps.isUneven());
  const LoopSteps::Step* first = steps.from({noLoop, noLoop});
  ASSERT_TRUE(first);
  EXPECT_FALSE(first->baseLeads);
  EXPECT_EQ(first->turns, (std::map<LoopPlace, std::uint32_t>{{unrolled, 2}}));
}

TEST(LoopSteps, NothingIsLearnedOfLoopsThatKeepStepOrHaveNothingInCommon) {
  LoopSteps steps, other;
  std::vector<LoopVisit> base, head, different;
  visit(base, loop, 0, 5);
  visit(head, unrolled, 0, 5);
  for (std::uint64_t i = 0; i < 5; ++i) different.push_back({unrolled, {7000 + i, 1000}});
  steps.learn(base, head);
  steps.decide();
  other.learn(base, different);
  other.decide();
  EXPECT_FALSE(steps.isUneven());
  EXPECT_FALSE(other.isUneven());
  EXPECT_FALSE(other.from({noLoop, noLoop}));
}

} // namespace
} // namespace beagle::compare
