#pragma once

#include "analysis/logic/polynomial.h"
#include "analysis/logic/term_manager.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace beagle::compare {

using logic::Term;

/// Terms with arithmetic that a solver finds hard (of floats, products, quotients) as functions of which only
/// is known that equal operands give equal results. What has no model then has none.
///
/// What is always the same comes as one term: products of sums as sums of products; products of floats whose operands
/// are exchanged or negated, differences as sums, quotients by powers of two as products, `x + x` as `2 x`, the squares
/// of `x - y` and of `y - x`, remainders by their quotients.
class LooseTerms {
public:
  enum class Floats : std::uint8_t {
    Compared, ///< what comparisons say of them keeps its meaning
    Unknown,  ///< comparisons are functions as well
  };
  /// The manager outlives it.
  explicit LooseTerms(logic::TermManager& terms, Floats floats = Floats::Compared)
      : terms_(terms), floats_(floats), polynomials_(terms), known_(terms.truth(true)) {}

  [[nodiscard]] Term apply(Term term);
  /// What else is known of the functions in what was applied so far.
  [[nodiscard]] Term known() const { return known_; }
  /// Whether what was applied so far has arithmetic of floats.
  [[nodiscard]] bool hasFloats() const { return hasFloats_; }

private:
  [[nodiscard]] Term loosened(Term like, std::vector<Term> operands);
  [[nodiscard]] Term function(logic::Op op, std::uint32_t parameter, logic::Sort sort, std::vector<Term> operands);
  [[nodiscard]] Term product(Term like, const std::vector<Term>& operands);
  [[nodiscard]] Term product(Term a, Term b); ///< of two of which nothing more is known
  [[nodiscard]] Term division(Term like, std::vector<Term> operands);
  [[nodiscard]] Term floating(Term like, std::vector<Term> operands);
  [[nodiscard]] Term sum(Term like, Term left, Term right);
  /// A product or quotient without its sign; `isNegative` changes with each sign.
  [[nodiscard]] Term withoutSign(Term term, bool& isNegative);
  [[nodiscard]] Term square(Term like, Term operand);

  logic::TermManager& terms_;
  std::unordered_map<Term, Term> done_;
  Floats floats_;
  logic::Polynomials polynomials_;
  std::unordered_set<Term> products_;                    ///< of which it is said how large they are
  std::unordered_map<Term, std::pair<Term, Term>> sums_; ///< the summands of what stands for a sum of floats
  Term known_;
  bool hasFloats_ = false;
};

} // namespace beagle::compare
