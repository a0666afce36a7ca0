#include "analysis/support/duration.h"

#include <gtest/gtest.h>

namespace beagle::support {
namespace {

using namespace std::chrono_literals;

TEST(Duration, IsANumberAndAUnit) {
  EXPECT_EQ(parseDuration("90s"), 90s);
  EXPECT_EQ(parseDuration("5m"), 5min);
  EXPECT_EQ(parseDuration("5min"), 5min);
  EXPECT_EQ(parseDuration("1h"), 1h);
  EXPECT_EQ(parseDuration("20ms"), 20ms);
  EXPECT_EQ(parseDuration("0s"), 0s);
}

TEST(Duration, IsNothingElse) {
  for (const char* text : {"", "s", "90", "-1s", "+1s", " 1s", "1 s", "1S", "1.5h", "1s2", "1d", "1000001s",
                           "99999999999999999999s", "0x1s"})
    EXPECT_EQ(parseDuration(text), std::nullopt) << text;
}

TEST(Duration, IsPrintedInTheLargestUnitThatFits) {
  for (const char* text : {"0s", "90s", "2m", "1h", "90m", "1500ms"})
    EXPECT_EQ(printDuration(*parseDuration(text)), text);
  EXPECT_EQ(printDuration(60s), "1m");
}

} // namespace
} // namespace beagle::support
