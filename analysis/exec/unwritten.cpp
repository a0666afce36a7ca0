#include "analysis/exec/unwritten.h"

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/substitute.h"
#include "analysis/logic/term_manager.h"

#include <algorithm>

namespace beagle::exec {

using logic::Term;

bool isAboutUnwritten(logic::TermManager& terms, Term condition) {
  return std::ranges::any_of(terms.support(condition), [&](std::uint32_t number) {
    return terms.name(terms.variableAt(number)).starts_with(unwrittenPrefix);
  });
}

bool holdsForSomeUnwritten(logic::TermManager& terms, solver::Solver& solver, Term condition,
                           const logic::Assignment& model) {
  constexpr solver::Limits quickly{2'000'000};
  logic::Evaluator evaluator(terms, model);
  logic::Substitution inputs(terms);
  for (const std::uint32_t number : terms.support(condition)) {
    const Term variable = terms.variableAt(number);
    if (terms.name(variable).starts_with(unwrittenPrefix)) continue;
    const logic::Sort sort = terms.sort(variable);
    if (sort.isArray()) continue;
    const logic::BitVector bits = evaluator.bits(variable);
    inputs.replace(variable, sort.isBool()    ? terms.truth(evaluator.truth(variable))
                             : sort.isFloat() ? terms.floatConstant(sort.format(), bits)
                                              : terms.constant(bits));
  }
  solver::Query query;
  query.name = "unwritten";
  query.goal = inputs.apply(condition);
  query.wantModel = false;
  query.limits = quickly;
  return !std::holds_alternative<solver::Unsat>(solver.check(query));
}

} // namespace beagle::exec
