#include "analysis/solver/spelt_read.h"

#include <bit>

namespace beagle::solver {

using logic::Op;
using logic::Term;

namespace {

/// Stores to unknown places that a read is spelt out through.
constexpr std::size_t maxOpenStores = 64;

/// So many stores to known places are nothing for the theory of arrays, which looks at each of them for each read.
constexpr std::size_t manyKnownStores = 16;

} // namespace

std::uint32_t SpeltRead::levels() const {
  std::uint32_t result = 1;
  for (const Step& step : steps)
    result += step.rows.empty() ? 1 : 2 * static_cast<std::uint32_t>(std::bit_width(step.rows.size()) + 1);
  return result;
}

std::optional<SpeltRead> speltRead(const logic::TermManager& terms, Term term) {
  if (terms.op(term) != Op::Select) return std::nullopt;
  SpeltRead read{{}, terms.operand(term, 0)};
  std::size_t open = 0, known = 0;
  for (; terms.op(read.base) == Op::Store; read.base = terms.operand(read.base, 0)) {
    const Term index = terms.operand(read.base, 1);
    if (terms.isConstant(index) && terms.width(index) <= 64) {
      ++known;
      if (read.steps.empty() || read.steps.back().rows.empty()) read.steps.emplace_back();
      read.steps.back().rows.try_emplace(terms.bits64(index), terms.operand(read.base, 2));
    } else {
      if (++open > maxOpenStores) return std::nullopt;
      read.steps.push_back({read.base, {}});
    }
  }
  const Op op = terms.op(read.base);
  const bool isSpelt = op == Op::Table || op == Op::ConstArray || (op == Op::Variable && known >= manyKnownStores);
  return isSpelt ? std::optional(std::move(read)) : std::nullopt;
}

void dependenciesOf(const logic::TermManager& terms, Term term, const std::optional<SpeltRead>& read,
                    std::vector<Term>& out) {
  out.clear();
  if (!read) {
    const auto operands = terms.operands(term);
    out.assign(operands.begin(), operands.end());
    return;
  }
  out.push_back(terms.operand(term, 1));
  for (const SpeltRead::Step& step : read->steps) {
    if (step.rows.empty()) out.insert(out.end(), {terms.operand(step.store, 1), terms.operand(step.store, 2)});
    for (const auto& [place, element] : step.rows) out.push_back(element);
  }
  if (terms.op(read->base) == Op::ConstArray) out.push_back(terms.operand(read->base, 0));
  if (terms.op(read->base) == Op::Variable) out.push_back(read->base);
}

} // namespace beagle::solver
