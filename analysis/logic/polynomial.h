#pragma once

#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace beagle::logic {

/// Bit-vectors of at most 64 bits as sums of products, modulo 2^width: what is the same polynomial is equal,
/// though it may be written in other ways. A product is the terms in it, ascending; anything but sums,
/// products, negations and shifts by a number is a term of which nothing more is known.
class Polynomials {
public:
  /// The manager outlives it.
  explicit Polynomials(TermManager& terms) : terms_(terms) {}

  /// Whether the two are the same polynomial. False says nothing.
  [[nodiscard]] bool areSame(Term a, Term b);
  /// `factor` times the product of some terms; of none: a number.
  struct Summand {
    std::uint64_t factor = 0;
    std::vector<Term> terms;
  };
  /// The term as a sum of them, in an order that goes by what they are. Nothing when there would be too many.
  [[nodiscard]] std::optional<std::vector<Summand>> summands(Term term);

private:
  using Product = std::vector<std::uint32_t>;
  using Sum = std::map<Product, std::uint64_t>; ///< factors that are not 0
  [[nodiscard]] const Sum* sumOf(Term term);    ///< none: too large
  [[nodiscard]] std::optional<Sum> read(Term term);

  TermManager& terms_;
  std::unordered_map<Term, std::optional<Sum>> known_;
  int depth_ = 0; ///< of the term that is looked at, in those that were asked for
};

} // namespace beagle::logic
