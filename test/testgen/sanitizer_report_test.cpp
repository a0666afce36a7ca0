#include "analysis/testgen/sanitizer_report.h"

#include <gtest/gtest.h>

namespace beagle::testgen {
namespace {

NativeOutcome reported(std::string text) {
  NativeOutcome outcome;
  outcome.end = End::Other;
  outcome.errors = "said before\n" + std::move(text);
  takeReports(outcome);
  return outcome;
}

std::string addressReport(const std::string& what) {
  return "=================================================================\n==7==ERROR: AddressSanitizer: " + what +
         "\n    #0 0x55f0 in last /src/last.c:4:10\n";
}

TEST(SanitizerReport, NamesTheErrorAndNoAddress) {
  const NativeOutcome outcome =
      reported(addressReport("heap-buffer-overflow on address 0x503000000084 at pc 0x55c1 bp 0x7ffc sp 0x7ffb"));
  EXPECT_EQ(outcome.end, End::MemoryError);
  EXPECT_EQ(outcome.detail, "heap-buffer-overflow");
  EXPECT_EQ(outcome.place, "/src/last.c:4");
  EXPECT_EQ(outcome.errors, "said before\n");
}

TEST(SanitizerReport, KeepsWhereAnInvalidPointerLed) {
  const std::string what = "SEGV on unknown address 0x000000000010";
  EXPECT_EQ(reported(addressReport(what + " (pc 0x55f0 bp 0x0006 sp 0x7ffc T0)")).detail, what);
}

TEST(SanitizerReport, OfWhatIsFreedTwice) {
  EXPECT_EQ(reported(addressReport("attempting double-free on 0x602000000010 in thread T0:")).detail,
            "attempting double-free");
}

TEST(SanitizerReport, ALimitOfItsOwnIsNoErrorOfTheProgram) {
  const NativeOutcome outcome =
      reported(addressReport("requested allocation size 0x10000000000 exceeds maximum supported size"));
  EXPECT_EQ(outcome.end, End::Other);
  EXPECT_TRUE(outcome.isCheckersLimit);
}

} // namespace
} // namespace beagle::testgen
