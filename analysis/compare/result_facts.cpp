#include "analysis/compare/result_facts.h"

namespace beagle::compare {

using ir::ScalarKind;
using logic::Op;
using logic::Term;

ResultFacts::ResultFacts(const ir::Function& function) {
  if (function.results.size() != 1) return;
  const ir::ScalarType result = function.results.front();
  if (result.kind != ScalarKind::Integer || result.width < 8 || result.width > 64) return;
  for (const bool isAtLeast : {true, false}) {
    for (const std::int64_t number : {-1, 0, 1}) facts_.push_back({isAtLeast, {}, number});
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
      if (function.parameters[i].type == result) facts_.push_back({isAtLeast, i, 0});
  }
}

Term ResultFacts::term(logic::TermManager& terms, std::size_t fact, Term result,
                       std::span<const Term> arguments) const {
  const Fact& own = facts_[fact];
  const Term other = own.argument ? arguments[*own.argument]
                                  : terms.constant(terms.width(result), static_cast<std::uint64_t>(own.number));
  return own.isAtLeast ? terms.binary(Op::SLessEqual, other, result) : terms.binary(Op::SLessEqual, result, other);
}

} // namespace beagle::compare
