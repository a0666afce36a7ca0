#pragma once

#include "analysis/testgen/concrete_input.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace beagle::fuzz {

/// A number of an input that may be another one.
struct Number {
  enum class Where : std::uint8_t { Argument, Object, Global } where = Where::Argument;
  std::uint32_t index = 0;  ///< of the argument or the object
  std::string global;       ///< its name
  std::uint64_t offset = 0; ///< of its first byte
  std::uint32_t bytes = 1;
  std::uint64_t mask = 0; ///< the bits that it may have
  std::string name;       ///< by which whoever made the form knows it
  friend bool operator==(const Number&, const Number&) = default;
};

/// An input and the numbers in it that may be others, whatever they are: sizes, and what pointers lead to, stay.
struct Form {
  testgen::ConcreteInput input;
  std::vector<Number> numbers; ///< in the order of where they stand
};

/// Why a fuzzer cannot run such an input; "": it can. One process runs all of them, and what is outside of it is not
/// made anew each time.
[[nodiscard]] std::string obstacle(const testgen::ConcreteInput& input);

/// Where the value of one number stands, when `other` is `input` with that value in its place. Nothing when it stands
/// in no bytes of its own, in several places, or says more than what stands there, as the size of a buffer does.
[[nodiscard]] std::optional<Number> numberBetween(const testgen::ConcreteInput& input,
                                                  const testgen::ConcreteInput& other, std::uint64_t value,
                                                  std::uint32_t width);

/// The value of a number as it stands in the input.
[[nodiscard]] std::uint64_t valueIn(const testgen::ConcreteInput& input, const Number& number);
/// Puts another one there.
void setValue(testgen::ConcreteInput& input, const Number& number, std::uint64_t value);

/// Whether two forms differ in the values of their numbers only.
[[nodiscard]] bool haveSameShape(const Form& one, const Form& other);

} // namespace beagle::fuzz
