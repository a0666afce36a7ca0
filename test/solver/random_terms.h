#pragma once

#include "analysis/logic/evaluate.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace beagle::solver::test {

using logic::Assignment;
using logic::Op;
using logic::Sort;
using logic::Term;
using logic::TermManager;

/// Seeded random constraints over a few variables of a few bits: small enough to know the truth by trying
/// all.
class RandomTerms {
public:
  RandomTerms(TermManager& terms, std::uint64_t seed, std::uint32_t variables = 3, std::uint32_t width = 4)
      : terms_(terms), random_(seed), width_(width) {
    for (std::uint32_t i = 0; i != variables; ++i)
      variables_.push_back(terms.variable("v" + std::to_string(i), Sort::bits(width)));
  }

  [[nodiscard]] const std::vector<Term>& variables() const { return variables_; }
  [[nodiscard]] std::uint64_t below(std::uint64_t end) { return random_() % end; }

  [[nodiscard]] Term bits(int depth) {
    if (depth == 0 || below(6) == 0)
      return below(3) == 0 ? terms_.constant(width_, random_()) : variables_[below(variables_.size())];
    switch (below(8)) {
    case 0: return terms_.unary(below(2) ? Op::Neg : Op::BitNot, bits(depth - 1));
    case 1: return terms_.ite(truth(depth - 1), bits(depth - 1), bits(depth - 1));
    case 2: return terms_.resize(terms_.extract(bits(depth - 1), width_ - 2, 1), width_, below(2) != 0);
    case 3: return terms_.select(table(), bits(depth - 1));
    default: {
      static constexpr Op ops[] = {Op::Add, Op::Sub,    Op::Mul,   Op::UDiv,   Op::SDiv, Op::URem, Op::SRem,
                                   Op::Shl, Op::BitAnd, Op::BitOr, Op::BitXor, Op::LShr, Op::AShr};
      return terms_.binary(ops[below(std::size(ops))], bits(depth - 1), bits(depth - 1));
    }
    }
  }

  [[nodiscard]] Term truth(int depth) {
    if (depth <= 0) depth = 0;
    switch (below(depth == 0 ? 5 : 8)) {
    case 5: return terms_.logicalNot(truth(depth - 1));
    case 6: return terms_.logicalOr(truth(depth - 1), truth(depth - 1));
    case 7: return terms_.logicalXor(truth(depth - 1), truth(depth - 1));
    case 0: return terms_.equal(bits(depth), bits(depth));
    default: {
      static constexpr Op ops[] = {Op::ULess, Op::ULessEqual, Op::SLess, Op::SLessEqual};
      return terms_.binary(ops[below(4)], bits(depth), bits(depth));
    }
    }
  }

  /// Whether some values of the variables satisfy all constraints.
  [[nodiscard]] bool satisfiable(const std::vector<Term>& constraints) {
    Assignment assignment;
    logic::Evaluator evaluator(terms_, assignment);
    const std::uint64_t end = std::uint64_t{1} << (variables_.size() * width_);
    for (std::uint64_t values = 0; values != end; ++values) {
      for (std::size_t i = 0; i != variables_.size(); ++i)
        assignment.set(variables_[i], values >> (i * width_) & logic::lowMask(width_));
      evaluator.reset(assignment);
      bool all = true;
      for (const Term term : constraints) all = all && evaluator.truth(term);
      if (all) return true;
    }
    return false;
  }

private:
  Term table() {
    std::vector<std::uint64_t> elements(below(20));
    for (std::uint64_t& element : elements) element = below(1ULL << width_);
    return terms_.table(width_, width_, elements);
  }

  TermManager& terms_;
  std::mt19937_64 random_;
  std::uint32_t width_;
  std::vector<Term> variables_;
};

[[nodiscard]] inline bool holds(TermManager& terms, const Assignment& model, const std::vector<Term>& constraints) {
  logic::Evaluator evaluator(terms, model);
  for (const Term term : constraints)
    if (!evaluator.truth(term)) return false;
  return true;
}

} // namespace beagle::solver::test
