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

} // namespace
} // namespace beagle::testgen
