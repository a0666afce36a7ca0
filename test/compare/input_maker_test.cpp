#include "analysis/compare/input_maker.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>

namespace beagle::compare {
namespace {

class InputMakerTest : public testing::Test {
protected:
  InputMakerTest() { (void)leaves_.leaf("key", {ir::ScalarKind::Integer, 0, 32}, nullptr); }

  [[nodiscard]] const input::Leaf& key() const { return leaves_.all()[0]; }
  static CodeConstants constants() {
    CodeConstants constants;
    constants.integers = {0x12345678};
    return constants;
  }

  logic::TermManager terms_;
  input::Leaves leaves_{terms_};
};

TEST_F(InputMakerTest, SameSeedSameInputs) {
  InputMaker one(constants(), {}, {8, 8}, 5), other(constants(), {}, {8, 8}, 5);
  for (int i = 0; i < 100; ++i) {
    one.makeAnew();
    other.makeAnew();
    EXPECT_EQ(one.valueOf(key(), 0), other.valueOf(key(), 0));
  }
}

TEST_F(InputMakerTest, MakesConstantsOfTheCode) {
  InputMaker maker(constants(), {}, {8, 8}, 1);
  int count = 0;
  for (int i = 0; i < 100; ++i) {
    maker.makeAnew();
    count += maker.valueOf(key(), 0) == 0x12345678 ? 1 : 0;
  }
  EXPECT_GT(count, 0);
  const auto candidates = maker.candidates(key());
  EXPECT_EQ(candidates, (std::vector<std::uint64_t>{0x12345677, 0x12345678, 0x12345679}));
}

/// Messages are long: what the code compares letters with is not lost among theirs.
TEST_F(InputMakerTest, LettersOfMessagesAreNotMostOfThem) {
  CodeConstants constants;
  constants.integers = {'\\'};
  constants.texts.assign(40, "something is wrong with what you wrote there");
  ir::SourceType type{.kind = ir::SourceType::Kind::Character, .name = "char", .size = 1};
  for (int i = 0; i < 8; ++i) (void)leaves_.leaf(fmt::format("text[{}]", i), {ir::ScalarKind::Integer, 0, 8}, &type);
  InputMaker maker(std::move(constants), {}, {8, 8}, 1);
  int found = 0;
  for (int input = 0; input < 500; ++input) {
    maker.makeAnew();
    for (std::uint32_t leaf = 1; leaf <= 8; ++leaf) found += maker.valueOf(leaves_.all()[leaf], leaf) == '\\';
  }
  EXPECT_GT(found, 20);
}

TEST_F(InputMakerTest, RepeatsWhatItIsGivenAndFillsTheRest) {
  (void)leaves_.leaf("other", {ir::ScalarKind::Integer, 0, 32}, nullptr);
  InputMaker maker(constants(), {}, {8, 8}, 1);
  InputValues input;
  input.set(0, 42);
  maker.repeat(input, true);
  EXPECT_EQ(maker.valueOf(key(), 0), 42U);
  EXPECT_EQ(maker.valueOf(leaves_.all()[1], 1), 0U);
}

TEST_F(InputMakerTest, WhatSaysALengthIsSmall) {
  InputMaker maker(constants(), {}, {8, 8}, 1);
  maker.noteLength(0);
  int small = 0;
  for (int i = 0; i < 200; ++i) {
    maker.makeAnew();
    small += maker.valueOf(key(), 0) <= 8 ? 1 : 0;
  }
  EXPECT_GT(small, 150);
}

TEST_F(InputMakerTest, ValuesFitTheirType) {
  (void)leaves_.leaf("byte", {ir::ScalarKind::Integer, 0, 8}, nullptr);
  InputMaker maker(constants(), {}, {8, 8}, 3);
  for (int i = 0; i < 200; ++i) {
    maker.makeAnew();
    EXPECT_LT(maker.valueOf(leaves_.all()[1], 1), 256U);
  }
}

TEST_F(InputMakerTest, LikelyInputsAreMadeOfWhatIsLikely) {
  InputMaker maker(constants(), {.integers = {5'000, 625}}, {8, 8}, 1);
  int likely = 0;
  for (int i = 0; i < 200; ++i) {
    maker.makeLikely();
    const std::uint64_t value = maker.valueOf(key(), 0);
    likely += value == 5'000 || value == 625 ? 1 : 0;
  }
  EXPECT_GT(likely, 100);
}

TEST_F(InputMakerTest, LikelyFloatsAreTakenAsTheyAre) {
  (void)leaves_.leaf("weight", {ir::ScalarKind::Float, 0, 64}, nullptr);
  const auto bits = std::bit_cast<std::uint64_t>(70.25);
  InputMaker maker(constants(), {.integers = {}, .floats = {{64, {bits}}}}, {8, 8}, 1);
  int likely = 0;
  for (int i = 0; i < 200; ++i) {
    maker.makeLikely();
    likely += maker.valueOf(leaves_.all()[1], 1) == bits ? 1 : 0;
  }
  EXPECT_GT(likely, 100);
}

TEST_F(InputMakerTest, LikelyNumbersAreWrittenInTexts) {
  ir::SourceType character;
  character.kind = ir::SourceType::Kind::Character;
  for (int i = 0; i < 4; ++i)
    (void)leaves_.leaf(fmt::format("text[{}]", i), {ir::ScalarKind::Integer, 0, 8}, &character);
  InputMaker maker(constants(), {.integers = {5'000}}, {8, 8}, 1);
  int seen = 0;
  for (int i = 0; i < 20; ++i) {
    maker.makeLikely();
    std::string text;
    for (std::uint32_t leaf = 1; leaf <= 4; ++leaf) text += static_cast<char>(maker.valueOf(leaves_.all()[leaf], leaf));
    seen += text == "5000" ? 1 : 0;
  }
  EXPECT_EQ(seen, 20);
}

} // namespace
} // namespace beagle::compare
