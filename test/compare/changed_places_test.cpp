#include "analysis/compare/changed_places.h"

#include <gtest/gtest.h>

namespace beagle::compare {
namespace {

TEST(ChangedPlaces, TogetherAreNoOthers) {
  const PlacesMet first{1, 1}, second{2, 2}, both{3, 3}, third{4, 4};
  EXPECT_TRUE(isCombination(both, {first, second, both}));
  EXPECT_TRUE(isCombination({7, 7}, {first, second, third, {7, 7}}));
  EXPECT_FALSE(isCombination(both, {first, both})) << "what the second does is shown by nobody else";
  EXPECT_FALSE(isCombination({3, 1}, {first, second, {3, 1}})) << "head never comes to the second place";
  EXPECT_FALSE(isCombination(first, {first, second, both}));
  EXPECT_FALSE(isCombination({}, {PlacesMet()}));
}

} // namespace
} // namespace beagle::compare
