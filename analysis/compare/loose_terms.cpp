#include "analysis/compare/loose_terms.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::compare {

using logic::Op;

namespace {

bool isFloatArithmetic(Op op) {
  switch (op) {
  case Op::FpAdd:
  case Op::FpSub:
  case Op::FpMul:
  case Op::FpDiv:
  case Op::FpRem:
  case Op::FpFma:
  case Op::FpSqrt:
  case Op::FpRound:
  case Op::FpFromFloat:
  case Op::FpFromSigned:
  case Op::FpFromUnsigned:
  case Op::FpToSigned:
  case Op::FpToUnsigned:
    return true;
  default:
    return false;
  }
}

bool isDivision(Op op) {
  return op == Op::UDiv || op == Op::SDiv || op == Op::URem || op == Op::SRem;
}

bool commutes(Op op) {
  return op == Op::Mul || op == Op::FpAdd || op == Op::FpMul;
}

} // namespace

Term LooseTerms::apply(Term term) {
  std::vector<Term> waiting{term};
  std::vector<Term> operands;
  while (!waiting.empty()) {
    const Term next = waiting.back();
    if (done_.contains(next)) {
      waiting.pop_back();
      continue;
    }
    operands.clear();
    bool isReady = true;
    for (const Term operand : terms_.operands(next)) {
      const auto found = done_.find(operand);
      if (found == done_.end()) {
        waiting.push_back(operand);
        isReady = false;
      } else {
        operands.push_back(found->second);
      }
    }
    if (!isReady) continue;
    waiting.pop_back();
    done_.emplace(next, loosened(next, operands));
  }
  return done_.at(term);
}

Term LooseTerms::loosened(Term like, std::vector<Term> operands) {
  Op op = terms_.op(like);
  const bool isFloat = isFloatArithmetic(op);
  const bool isProduct =
      op == Op::Mul && !terms_.isConstant(operands[0]) && !terms_.isConstant(operands[1]);
  const bool isHard = (isProduct || isDivision(op)) && terms_.width(like) > 8;
  if (!isFloat && !isHard)
    return std::ranges::equal(operands, terms_.operands(like)) ? like : terms_.rebuild(like, operands);
  hasFloats_ = hasFloats_ || isFloat;
  if (op == Op::FpSub) { // x - y is x + (-y)
    op = Op::FpAdd;
    operands[1] = terms_.fpUnary(Op::FpNeg, operands[1]);
  }
  if (commutes(op)) std::ranges::sort(operands, {}, [](Term operand) { return operand.id(); });
  std::vector<logic::Sort> sorts;
  std::string name =
      fmt::format("loose!{}!{}", static_cast<unsigned>(op), isFloat ? terms_.parameter(like, 0) : 0);
  for (const Term operand : operands) {
    sorts.push_back(terms_.sort(operand));
    name += "!" + sorts.back().str();
  }
  name += "!" + terms_.sort(like).str();
  return terms_.apply(terms_.function(name, sorts, terms_.sort(like)), operands);
}

} // namespace beagle::compare
