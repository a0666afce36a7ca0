#include "analysis/testgen/outcome.h"

#include <gtest/gtest.h>

namespace beagle::testgen {
namespace {

/// A run that returned 7, with an object {1, 2} at 0x1000 and a global that holds its address plus one.
struct OutcomeTest : testing::Test {
  OutcomeTest() {
    expected.results.push_back({{{ir::ScalarKind::Integer, 0, 32}, {7}, {}}, true});
    expected.objects.push_back({{{1, 2}, {}}, {}});
    expected.globals["place"] = {{std::vector<std::uint8_t>(8), {{0, {Target::Kind::Object, 0, "", 1}}}}, {}};
    expected.output = "seven";
    native.end = End::Returned;
    native.hasMemory = true;
    native.results = {{7, 0, 0, 0}};
    native.objects = {{0x1000, {1, 2}}};
    native.globals["place"] = {0x2000, {0x01, 0x10, 0, 0, 0, 0, 0, 0}};
    native.output = "seven";
  }
  ExpectedOutcome expected;
  NativeOutcome native;
};

TEST_F(OutcomeTest, AgreesWithItself) { EXPECT_EQ(disagreement(expected, native), ""); }

TEST_F(OutcomeTest, SeesAnotherResult) {
  native.results[0][3] = 1;
  EXPECT_EQ(disagreement(expected, native), "result: expected 0x7, natively 0x1000007");
}

TEST_F(OutcomeTest, SeesOtherBytes) {
  native.objects[0].bytes[1] = 3;
  EXPECT_EQ(disagreement(expected, native), "object 0: byte 1 is expected to be 0x02, natively 0x03");
}

TEST_F(OutcomeTest, SeesAnotherAddress) {
  native.globals["place"].bytes[0] = 2;
  EXPECT_EQ(disagreement(expected, native), "::place at byte 0: expected object 0 + 1, natively 0x1002");
}

TEST_F(OutcomeTest, SeesOtherText) {
  native.output = "six";
  EXPECT_EQ(disagreement(expected, native), "standard output: expected \"seven\", natively \"six\"");
}

TEST_F(OutcomeTest, SeesAnotherEnding) {
  native.end = End::MemoryError;
  native.detail = "heap-buffer-overflow";
  EXPECT_EQ(disagreement(expected, native), "ending: expected returned, natively memory-error (heap-buffer-overflow)");
}

TEST_F(OutcomeTest, WhatWasNeverWrittenMayBeAnything) {
  expected.objects[0].known = {true, false};
  expected.results[0].isKnown = false;
  native.objects[0].bytes[1] = 99;
  native.results[0][0] = 99;
  EXPECT_EQ(disagreement(expected, native), "");
}

TEST_F(OutcomeTest, NoNumbersAreAllTheSame) {
  expected.results[0].value = {{ir::ScalarKind::Float, 2, 32}, {0x7FC00000}, {}};
  native.results[0] = {1, 0, 0xC0, 0xFF};
  EXPECT_EQ(disagreement(expected, native), "");
  native.results[0] = {0, 0, 0x80, 0x7F}; // infinity
  EXPECT_NE(disagreement(expected, native), "");
}

TEST_F(OutcomeTest, AnExitCodeIsAllOfItWhenItIsKnown) {
  expected.end = native.end = End::Exited;
  expected.results.clear();
  expected.code = 300;
  native.code = 300 & 0xFF;
  EXPECT_EQ(disagreement(expected, native), "ending: expected exited 300, natively exited 44");
  native.hasMemory = false;
  EXPECT_EQ(disagreement(expected, native), "");
}

/// A run that returns a node of a list of two, {5, next} and {6, null}; the first byte behind each number was never
/// written.
struct MadeTest : testing::Test {
  MadeTest() {
    expected.results.push_back({{{ir::ScalarKind::Pointer, 0, 64}, {}, Target{Target::Kind::Own, 1, "", 0}}, true});
    expected.made.push_back(node(5, {8, {Target::Kind::Own, 2, "", 0}}));
    expected.made.push_back(node(6, {8, {Target::Kind::Plain, 0, "", 0}}));
    native = run(0x5000, 0x6000);
  }

  static ExpectedImage node(std::uint8_t value, Pointer next) {
    ExpectedImage image{{std::vector<std::uint8_t>(16), {std::move(next)}}, std::vector<bool>(16, true)};
    image.image.bytes[0] = value;
    image.known[1] = false;
    return image;
  }

  static std::vector<std::uint8_t> word(std::uint64_t value) {
    std::vector<std::uint8_t> bytes;
    for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    return bytes;
  }

  static NativeOutcome run(std::uint64_t first, std::uint64_t second) {
    const auto memory = [](std::uint64_t address, std::uint8_t value, std::uint64_t next) {
      NativeMemory made{address, {value, static_cast<std::uint8_t>(address >> 12U), 0, 0, 0, 0, 0, 0}};
      const auto bytes = word(next);
      made.bytes.insert(made.bytes.end(), bytes.begin(), bytes.end());
      return made;
    };
    NativeOutcome outcome;
    outcome.end = End::Returned;
    outcome.hasMemory = true;
    outcome.results = {word(first)};
    outcome.made = {memory(first, 5, second), memory(second, 6, 0)};
    return outcome;
  }

  ExpectedOutcome expected;
  NativeOutcome native;
};

TEST_F(MadeTest, IsReadWhereItsPointersStand) {
  const std::vector<MadePlace> places = placesOfMade(expected);
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0], (MadePlace{.from = MadePlace::From::Result, .size = 16}));
  EXPECT_EQ(places[1], (MadePlace{.from = MadePlace::From::Made, .number = 0, .offset = 8, .size = 16}));
}

TEST_F(MadeTest, IsNotReadWhereNothingLeads) {
  expected.end = native.end = End::Thrown; // what was thrown is told by its text
  expected.results.clear();
  native.results.clear();
  native.made = {{}, {}};
  for (const MadePlace& place : placesOfMade(expected)) EXPECT_EQ(place.size, 0U);
  EXPECT_EQ(disagreement(expected, native), "");
}

TEST_F(MadeTest, AgreesWithItself) { EXPECT_EQ(disagreement(expected, native), ""); }

TEST_F(MadeTest, SeesOtherBytes) {
  native.made[1].bytes[0] = 9;
  EXPECT_EQ(disagreement(expected, native), "memory 1 of the run's own: byte 0 is expected to be 0x06, natively 0x09");
}

TEST_F(MadeTest, SeesAnotherEndOfTheList) {
  native.made[1].bytes[9] = 0x50;
  EXPECT_EQ(disagreement(expected, native),
            "memory 1 of the run's own at byte 8: expected the address 0x0, natively 0x5000");
}

TEST_F(MadeTest, SeesThatNothingIsThere) {
  native.made[0] = {};
  EXPECT_EQ(disagreement(expected, native), "memory 0 of the run's own: expected 16 bytes, natively 0");
}

TEST_F(MadeTest, WhereItLiesIsNoDifference) {
  const auto seen = [this](const NativeOutcome& outcome) {
    return withoutUnwritten(withoutAddresses(outcome, expected), expected);
  };
  const NativeOutcome there = seen(native), elsewhere = seen(run(0x7000, 0x3000));
  EXPECT_EQ(there.results, elsewhere.results);
  for (const std::size_t i : {0U, 1U}) EXPECT_EQ(there.made[i].bytes, elsewhere.made[i].bytes) << i;
}

TEST_F(MadeTest, WhatIsNotWrittenShowsUntilItIsTakenOut) {
  native.made[1].bytes[1] = 0xbe;
  EXPECT_EQ(withoutAddresses(native, expected).made[1].bytes[1], 0xbe);
  EXPECT_EQ(withoutUnwritten(native, expected).made[1].bytes[1], 0);
}

TEST_F(MadeTest, WhatItLeadsToIs) {
  NativeOutcome itself = native;
  itself.made[0].bytes = run(0x5000, 0x5000).made[0].bytes;
  EXPECT_NE(withoutAddresses(native, expected).made[0].bytes, withoutAddresses(itself, expected).made[0].bytes);
}

} // namespace
} // namespace beagle::testgen
