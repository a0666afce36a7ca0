#include "analysis/build/position_independence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::build {
namespace {

using testing::ElementsAre;

CompileCommand compiling(std::string file, std::vector<std::string> arguments) {
  return {.directory = "/beagle/src", .file = std::move(file), .arguments = std::move(arguments)};
}

TEST(PositionIndependence, JoinsWhatDiffersInNothingElse) {
  const std::vector<CompileCommand> all{compiling("a.c", {"-DX"}), compiling("a.c", {"-DX", "-fPIC", "-DPIC"}),
                                        compiling("a.c", {"-DX=2", "-fPIC"}), compiling("b.c", {"-fPIE"}),
                                        compiling("b.c", {"-fpic"})};
  std::vector<CompileCommand> joined = all;
  joinPositionIndependent(joined, [](const CompileCommand&) { return false; });
  EXPECT_THAT(joined, ElementsAre(all[0], all[2], all[3]));
  std::vector<CompileCommand> some = all;
  joinPositionIndependent(some, [](const CompileCommand& command) { return command.file == "a.c"; });
  EXPECT_THAT(some, ElementsAre(all[0], all[1], all[2], all[3]));
}

TEST(PositionIndependence, IsAskedForByWholeNames) {
  for (const char* text : {"#ifdef PIC", "PIC", "#if __PIC__ > 1", "defined(__pic__)", "__PIE__\n", "a __pie__"})
    EXPECT_TRUE(asksForPositionIndependence(text)) << text;
  for (const char* text : {"", "TOPIC", "PICTURE", "PIC_", "__PIC", "pic"})
    EXPECT_FALSE(asksForPositionIndependence(text)) << text;
}

} // namespace
} // namespace beagle::build
