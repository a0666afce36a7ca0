#include "analysis/build/left_out.h"

#include <gtest/gtest.h>

namespace beagle::build {
namespace {

CompileCommand commandFor(const std::string& file, const std::string& define) {
  return {.directory = "/beagle/build", .file = file, .arguments = {"-D" + define}, .cxx = false, .dropped = {}};
}

TEST(LeftOut, TheNearestIsTaken) {
  const std::vector commands{commandFor("/beagle/src/tools/a.c", "A"), commandFor("/beagle/src/core/b.c", "B"),
                             commandFor("/beagle/src/core/c.c", "C")};
  const auto borrowed = borrowedCommand(commands, "/beagle/src/core/deep/x.c");
  ASSERT_TRUE(borrowed);
  EXPECT_EQ(borrowed->file, "/beagle/src/core/deep/x.c");
  EXPECT_EQ(borrowed->borrowedFrom, "/beagle/src/core/b.c");
  EXPECT_EQ(borrowed->arguments, std::vector<std::string>{"-DB"});
  EXPECT_EQ(borrowedCommand(commands, "/beagle/src/x.c")->borrowedFrom, "/beagle/src/tools/a.c");
}

TEST(LeftOut, WhatTheOtherVersionTookComesFirst) {
  const std::vector commands{commandFor("/beagle/src/a.c", "A"), commandFor("/beagle/src/far/b.c", "B")};
  EXPECT_EQ(borrowedCommand(commands, "/beagle/src/x.c", "/beagle/src/far/b.c")->borrowedFrom, "/beagle/src/far/b.c");
  EXPECT_EQ(borrowedCommand(commands, "/beagle/src/x.c", "/beagle/src/gone.c")->borrowedFrom, "/beagle/src/a.c");
}

TEST(LeftOut, OnlyOfItsLanguage) {
  const std::vector commands{commandFor("/beagle/src/a.c", "A")};
  EXPECT_FALSE(borrowedCommand(commands, "/beagle/src/x.cpp"));
  EXPECT_FALSE(borrowedCommand({}, "/beagle/src/x.c"));
}

TEST(LeftOut, NothingIsBorrowedTwice) {
  std::vector commands{commandFor("/beagle/src/far/a.c", "A")};
  commands.push_back(*borrowedCommand(commands, "/beagle/src/x.c"));
  EXPECT_EQ(borrowedCommand(commands, "/beagle/src/y.c")->borrowedFrom, "/beagle/src/far/a.c");
}

} // namespace
} // namespace beagle::build
