#include "analysis/ir/passed_values.h"
#include "test/compile_c.h"
#include "test/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace beagle::ir {
namespace {

using testing::IsEmpty;

constexpr std::uint32_t width = 32;

std::vector<std::optional<PassedValues>> passedIn(const std::string& source) {
  const TemporaryFolder folder;
  return passedValues(*compileC(folder.path(), "unit.c", source), "f");
}

PassedValues oneOf(std::vector<std::uint64_t> values) {
  PassedValues passed{std::move(values)};
  passed.first = passed.values.front();
  passed.last = passed.values.back();
  return passed;
}

TEST(PassedValues, AreConstantsChecksAndTypes) {
  const auto passed = passedIn("static void f(int a, int b, int c, int d) { (void)(a + b + c + d); }\n"
                               "void g(int x, unsigned char y) { if (x > 2 && x < 9) f(7, x, y, x * y); }\n");
  ASSERT_EQ(passed.size(), 4U);
  EXPECT_EQ(passed[0], oneOf({7}));
  EXPECT_EQ(passed[1], (PassedValues{{}, 3, 8}));
  EXPECT_EQ(passed[2], (PassedValues{{}, 0, 255}));
  EXPECT_FALSE(passed[0]->isNeverNull);
}

TEST(PassedValues, AreWhateverAllCallsPass) {
  const auto passed = passedIn("static void f(int a, int b, const char* c) { (void)(a + b), (void)c; }\n"
                               "void g(void) { f(1, 5, \"one\"); }\n"
                               "void h(int x, const char* s) { if (x >= 0 && x < 4) f(9, x, s ? s : \"none\"); }\n"
                               "void i(char* s) { if (s) f(4, 0, s); }\n");
  ASSERT_EQ(passed.size(), 3U);
  EXPECT_EQ(passed[0]->values, (std::vector<std::uint64_t>{1, 4, 9}));
  EXPECT_EQ(passed[1], (PassedValues{{}, 0, 5}));
  ASSERT_TRUE(passed[2]);
  EXPECT_TRUE(passed[2]->isNeverNull);
}

TEST(PassedValues, MayBeAnythingWhereOthersCall) {
  EXPECT_THAT(passedIn("void f(int a) { (void)a; }\nvoid g(void) { f(1); }\n"), IsEmpty());
  EXPECT_THAT(passedIn("static void f(int a) { (void)a; }\nvoid g(void) { f(1); }\nvoid* h(void) { return f; }\n"),
              IsEmpty());
  EXPECT_THAT(passedIn("static void f(int a) { (void)a; }\nvoid (*table[])(int) = {f};\nvoid g(void) { f(1); }\n"),
              IsEmpty());
  EXPECT_THAT(passedIn("static void f(int a) { (void)a; }\nvoid g(int x) { f(x); }\n"), IsEmpty());
  EXPECT_THAT(passedIn("int x;\n"), IsEmpty());
  // As a function of another type, it gets what nobody sees.
  EXPECT_THAT(passedIn("static void f(int a) { (void)a; }\nvoid g(void) { f(1); ((void (*)(long))f)(3); }\n"),
              IsEmpty());
}

TEST(PassedValues, MayBeAnythingThatWasNeverWritten) {
  const auto passed = passedIn("static void f(int a, int b) { (void)(a + b); }\n"
                               "void g(int x) { int v; if (x) v = 3; f(x != 0, v); }\n");
  ASSERT_EQ(passed.size(), 2U);
  EXPECT_EQ(passed[0], (PassedValues{{}, 0, 1}));
  EXPECT_FALSE(passed[1]);
}

TEST(PassedValues, OfWhatMayBeMissingMayBeNull) {
  EXPECT_THAT(passedIn("extern void hook(void) __attribute__((weak));\nstatic void f(void (*a)(void)) { if (a) a(); }\n"
                       "void g(void) { f(hook); }\n"),
              IsEmpty());
}

TEST(PassedValues, OfTwoVersionsAreTogether) {
  const PassedValues low{{}, 0, 9}, high{{}, 20, 29}, around{{}, 0xFFFFFFF0, 3}, never{{}, 0, 0, true};
  EXPECT_EQ(eitherOf(low, high, width), (PassedValues{{}, 0, 29}));
  EXPECT_EQ(eitherOf(low, around, width), (PassedValues{{}, 0xFFFFFFF0, 9}));
  EXPECT_EQ(eitherOf(oneOf({1, 3}), oneOf({2}), width)->values, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(eitherOf(oneOf({1}), low, width), (PassedValues{{}, 0, 9}));
  EXPECT_EQ(eitherOf(never, never, width), never);
  EXPECT_FALSE(eitherOf(low, std::nullopt, width));
  EXPECT_FALSE(eitherOf(PassedValues{{}, 0, 0x7FFFFFFF}, PassedValues{{}, 0x80000000, 0xFFFFFFFF}, width));
}

} // namespace
} // namespace beagle::ir
