#include "analysis/solver/assignments.h"

namespace beagle::solver {

void copyValues(const logic::TermManager& terms, std::span<const std::uint32_t> support, const logic::Assignment& from,
                logic::Assignment& to) {
  for (const std::uint32_t number : support) {
    const logic::Term variable = terms.variableAt(number);
    if (!variable) {
      const logic::FunctionId function = *terms.functionAt(number);
      const logic::FunctionValue* value = from.function(function);
      to.setFunction(function, value ? *value : logic::FunctionValue{});
      continue;
    }
    const logic::Sort sort = terms.sort(variable);
    if (sort.isArray()) {
      const logic::ArrayValue* value = from.array(variable);
      to.setArray(variable, value ? *value : logic::ArrayValue{});
    } else if (sort.width <= 64) to.set(variable, from.bits64(variable));
    else to.set(variable, from.bits(variable, sort.width));
  }
}

bool ModelCheck::satisfies(const logic::Assignment& model, std::span<const logic::Term> constraints) {
  evaluator_.reset(model);
  for (const logic::Term constraint : constraints)
    if (!evaluator_.truth(constraint)) return false;
  return true;
}

} // namespace beagle::solver
