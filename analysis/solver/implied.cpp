#include "analysis/solver/implied.h"

#include "analysis/logic/bit_vector.h"

#include <optional>

namespace beagle::solver {

using logic::Op;
using logic::Term;
using logic::TermManager;

namespace {

/// What a comparison with a constant says of its term: it is from `least` to `most`.
struct Bounds {
  Term term;
  std::uint64_t turned =
      0; ///< the sign bit, in a signed comparison: turned round, the bounds have the order of numbers
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// `t = c` in the order of `like`; and `t != 0`, which is how `0 < t` is written.
std::optional<Bounds> boundsOfEqual(const TermManager& terms, Term equal, bool negated, std::uint64_t turned) {
  const Term a = terms.operand(equal, 0), b = terms.operand(equal, 1);
  const bool constantIsLeft = terms.isConstant(a);
  if (!terms.sort(a).isBits() || constantIsLeft == terms.isConstant(b) || terms.width(a) > 64) return std::nullopt;
  const std::uint64_t value = terms.bits64(constantIsLeft ? a : b);
  const Term term = constantIsLeft ? b : a;
  if (!negated) return Bounds{term, turned, value ^ turned, value ^ turned};
  if (value != 0 || turned != 0) return std::nullopt;
  return Bounds{term, 0, 1, logic::lowMask(terms.width(term))};
}

/// `turned` is for what has no order of its own.
std::optional<Bounds> boundsOf(const TermManager& terms, Term constraint, std::uint64_t turned = 0) {
  const bool negated = terms.op(constraint) == Op::Not;
  if (negated) constraint = terms.operand(constraint, 0);
  const Op op = terms.op(constraint);
  if (op == Op::Equal) return boundsOfEqual(terms, constraint, negated, turned);
  if (op < Op::ULess || op > Op::SLessEqual) return std::nullopt;
  const Term a = terms.operand(constraint, 0), b = terms.operand(constraint, 1);
  const bool constantIsLeft = terms.isConstant(a);
  if (constantIsLeft == terms.isConstant(b) || terms.width(a) > 64) return std::nullopt;
  const std::uint64_t most = logic::lowMask(terms.width(a));
  const bool isSigned = op == Op::SLess || op == Op::SLessEqual;
  Bounds bounds{constantIsLeft ? b : a, isSigned ? (most >> 1) + 1 : 0, 0, most};
  const std::uint64_t value = terms.bits64(constantIsLeft ? a : b) ^ bounds.turned;
  // Whatever `a < b` does not hold for, `b <= a` holds for.
  const bool strict = (op == Op::ULess || op == Op::SLess) != negated;
  const bool isLeast = constantIsLeft != negated;
  if (strict && value == (isLeast ? most : 0)) return std::nullopt;
  (isLeast ? bounds.least : bounds.most) = !strict ? value : isLeast ? value + 1 : value - 1;
  return bounds;
}

} // namespace

bool isImplied(const TermManager& terms, Term older, Term newer) {
  const auto before = boundsOf(terms, older);
  if (!before) return false;
  const auto now = boundsOf(terms, newer, before->turned);
  return now && now->term == before->term && now->turned == before->turned && now->least >= before->least &&
         now->most <= before->most;
}

} // namespace beagle::solver
