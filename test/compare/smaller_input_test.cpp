#include "analysis/compare/smaller_input.h"

#include <gtest/gtest.h>

#include <bit>
#include <deque>

namespace beagle::compare {
namespace {

/// Leaves of a function that takes numbers.
class SmallerInput : public testing::Test {
protected:
  std::uint32_t add(const std::string& path, ir::ScalarType type, ir::SourceType::Kind kind, bool isSigned = false) {
    ir::SourceType& source = types_.emplace_back();
    source.kind = kind;
    source.isSigned = isSigned;
    (void)leaves_.leaf(path, type, &source);
    return static_cast<std::uint32_t>(leaves_.all().size() - 1);
  }
  std::uint32_t addInteger(const std::string& path, bool isSigned) {
    return add(path, {ir::ScalarKind::Integer, 0, 32}, ir::SourceType::Kind::Integer, isSigned);
  }

  InputValues smaller(const InputValues& input, const std::function<bool(const InputValues&)>& shows,
                      std::size_t tries = 400) {
    return smallerInput(input, leaves_, tries, [&](const InputValues& candidate) -> std::optional<InputValues> {
      ++tried_;
      return shows(candidate) ? std::optional(candidate) : std::nullopt;
    });
  }

  logic::TermManager terms_;
  input::Leaves leaves_{terms_};
  std::deque<ir::SourceType> types_;
  std::size_t tried_ = 0;
};

TEST_F(SmallerInput, ZeroWhereItDoesNotMatterAndTheLeastElsewhere) {
  const auto count = addInteger("count", false);
  const auto other = addInteger("other", false);
  InputValues input;
  input.set(count, 3'000'000'000);
  input.set(other, 77);
  const InputValues found = smaller(input, [&](const InputValues& values) { return values.values[count] >= 1234; });
  EXPECT_EQ(found.values[count], 1234U);
  EXPECT_EQ(found.values[other], 0U);
}

TEST_F(SmallerInput, NegativeNumbersComeNearZeroFromBelow) {
  const auto number = addInteger("number", true);
  InputValues input;
  input.set(number, static_cast<std::uint32_t>(-50'000));
  const InputValues found = smaller(input, [&](const InputValues& values) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(values.values[number])) < -100;
  });
  EXPECT_EQ(found.values[number], static_cast<std::uint32_t>(-101));
}

TEST_F(SmallerInput, ModelsKeepWhatTheyAreModelsOf) {
  const logic::Term first = leaves_.all()[addInteger("first", false)].variable;
  const logic::Term second = leaves_.all()[addInteger("second", false)].variable;
  const logic::Term elsewhere = terms_.variable("elsewhere", logic::Sort::bits(32));
  logic::Assignment known;
  known.set(first, 90'000);
  known.set(second, 80'000);
  known.set(elsewhere, 70'000);
  const std::vector<logic::Term> conditions{
      terms_.binary(logic::Op::ULess, second, first),
      terms_.binary(logic::Op::ULess, terms_.constant(32, 1000), second),
      terms_.equal(terms_.binary(logic::Op::URem, first, terms_.constant(32, 10)), terms_.constant(32, 0))};
  const auto smaller = [&](std::size_t tries, const support::Budget& budget) {
    return smallerModel(known, conditions, terms_, leaves_, tries, budget);
  };
  const logic::Assignment found = smaller(400, {});
  for (const logic::Term condition : conditions) EXPECT_TRUE(logic::Evaluator(terms_, found).truth(condition));
  EXPECT_EQ(found.bits64(second), 1001U);
  EXPECT_EQ(found.bits64(elsewhere), 70'000U); // no leaf
  EXPECT_EQ(smaller(0, {}).bits64(second), 80'000U);
  support::CancelToken cancelled;
  cancelled.cancel();
  EXPECT_EQ(smaller(400, support::Budget(cancelled)).bits64(second), 80'000U);
}

TEST_F(SmallerInput, FloatsAreRounded) {
  const auto number = add("number", {ir::ScalarKind::Float, 3, 64}, ir::SourceType::Kind::Float);
  InputValues input;
  input.set(number, std::bit_cast<std::uint64_t>(17.289304857));
  const InputValues found =
      smaller(input, [&](const InputValues& values) { return std::bit_cast<double>(values.values[number]) > 16.9; });
  EXPECT_EQ(std::bit_cast<double>(found.values[number]), 17.0);
}

TEST_F(SmallerInput, CharactersBecomePrintable) {
  const auto letter = add("text[0]", {ir::ScalarKind::Integer, 0, 8}, ir::SourceType::Kind::Character);
  InputValues input;
  input.set(letter, 0x9b);
  const InputValues found = smaller(input, [&](const InputValues& values) { return values.values[letter] != 0; });
  EXPECT_EQ(found.values[letter], static_cast<std::uint64_t>('a'));
}

TEST_F(SmallerInput, StaysAsItIsWhenNothingMayBeTried) {
  const auto number = addInteger("number", false);
  InputValues input;
  input.set(number, 99);
  EXPECT_EQ(smaller(input, [](const InputValues&) { return true; }, 0).values[number], 99U);
  EXPECT_EQ(tried_, 0U);
}

} // namespace
} // namespace beagle::compare
