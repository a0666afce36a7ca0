#include "analysis/exec/message.h"

#include <fmt/format.h>

#include <charconv>

namespace beagle::exec {

using logic::Term;

namespace {

constexpr std::uint32_t numberWidth = 64;

bool isDigit(logic::TermManager& terms, Term piece) {
  if (terms.width(piece) != 8 || !terms.isConstant(piece)) return false;
  const std::uint64_t c = terms.bits64(piece);
  return c >= '0' && c <= '9';
}

/// Digits as the number that prints like them; nothing when there is none.
std::optional<std::uint64_t> numberOf(const std::string& digits) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool isWhole = problem == std::errc() && end == digits.data() + digits.size();
  return isWhole && fmt::format("{}", number) == digits ? std::optional(number) : std::nullopt;
}

/// With known digits as numbers.
Message withNumbers(logic::TermManager& terms, const Message& message) {
  Message result;
  for (std::size_t i = 0; i < message.size();) {
    std::string digits;
    for (std::size_t k = i; k < message.size() && isDigit(terms, message[k]); ++k)
      digits += static_cast<char>(terms.bits64(message[k]));
    if (const auto number = numberOf(digits)) result.push_back(terms.constant(numberWidth, *number));
    else
      result.insert(result.end(), message.begin() + i, message.begin() + i + std::max<std::size_t>(digits.size(), 1));
    i += std::max<std::size_t>(digits.size(), 1);
  }
  return result;
}

} // namespace

std::string printed(const Message& message, const logic::TermManager& terms, logic::Evaluator& evaluator) {
  std::string text;
  for (const Term piece : message) {
    const std::uint64_t value = evaluator.bits64(piece);
    if (terms.width(piece) == numberWidth) text += fmt::format("{}", value);
    else text += static_cast<char>(value);
  }
  return text;
}

Term sameMessage(logic::TermManager& terms, const Message& a, const Message& b) {
  const Message left = withNumbers(terms, a);
  const Message right = withNumbers(terms, b);
  if (left.size() != right.size()) return terms.truth(false);
  Term result = terms.truth(true);
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (terms.width(left[i]) != terms.width(right[i])) return terms.truth(false);
    result = terms.logicalAnd(result, terms.equal(left[i], right[i]));
  }
  return result;
}

} // namespace beagle::exec
