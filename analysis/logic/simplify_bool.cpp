// Rules of Bools and of Ite.
#include "analysis/logic/simplifier.h"

#include <array>

namespace beagle::logic {

namespace {

bool isLoose(Op op) { return op == Op::ULessEqual || op == Op::SLessEqual; }
bool isOrder(Op op) { return op >= Op::ULess && op <= Op::SLessEqual; }

} // namespace

Term Simplifier::logicalNot(Term a) {
  switch (op(a)) {
  case Op::Constant: return fire(Rule::FoldConstants, m_.truth(!m_.isTrue(a)));
  case Op::Not: return fire(Rule::NotNot, at(a, 0));
  case Op::ULess: return fire(Rule::NotLess, m_.binary(Op::ULessEqual, at(a, 1), at(a, 0)));
  case Op::SLess: return fire(Rule::NotLess, m_.binary(Op::SLessEqual, at(a, 1), at(a, 0)));
  case Op::ULessEqual: return fire(Rule::NotLessEqual, m_.binary(Op::ULess, at(a, 1), at(a, 0)));
  case Op::SLessEqual: return fire(Rule::NotLessEqual, m_.binary(Op::SLess, at(a, 1), at(a, 0)));
  default: return raw(Op::Not, Sort::boolean(), a);
  }
}

// --- And, Or -------------------------------------------------------------------------------------

Term Simplifier::junction(Op op, Term a, Term b) {
  const Term neutral = m_.truth(op == Op::And), absorbing = m_.truth(op != Op::And);
  if (a == b) return fire(Rule::JunctionSame, a);
  if (a == neutral || b == neutral) return fire(Rule::JunctionNeutral, a == neutral ? b : a);
  if (a == absorbing || b == absorbing) return fire(Rule::JunctionAbsorbing, absorbing);
  if (isComplement(a, b)) return fire(Rule::JunctionComplement, absorbing);
  if (!inOrder(a, b)) return fire(Rule::SwapOperands, junction(op, b, a));
  if (const Term done = junctionWithJunction(op, a, b)) return done;
  if (const Term done = junctionWithJunction(op, b, a)) return done;
  if (const Term done = junctionOfComparisons(op, a, b)) return done;
  if (const Term done = junctionOfComparisons(op, b, a)) return done;
  if (const Term done = junctionOfBounds(op, a, b)) return done;
  return raw(op, Sort::boolean(), a, b);
}

/// `whole` is itself an And or Or, and `part` may be in it.
Term Simplifier::junctionWithJunction(Op op, Term whole, Term part) {
  const Op dual = op == Op::And ? Op::Or : Op::And;
  if (!is(op, whole) && !is(dual, whole)) return {};
  const Term p = at(whole, 0), q = at(whole, 1);
  if (is(op, whole)) {
    if (p == part || q == part) return fire(Rule::JunctionInside, whole);
    if (isComplement(p, part) || isComplement(q, part))
      return fire(Rule::JunctionInsideComplement, m_.truth(op != Op::And));
    return {};
  }
  if (p == part || q == part) return fire(Rule::JunctionAbsorbs, part);
  if (isComplement(p, part)) return fire(Rule::JunctionDropsComplement, junction(op, q, part));
  if (isComplement(q, part)) return fire(Rule::JunctionDropsComplement, junction(op, p, part));
  return {};
}

/// `a` says that two terms are equal (of an And), or differ; `b` compares one of them.
Term Simplifier::junctionOfComparisons(Op op, Term a, Term b) {
  const bool isAnd = op == Op::And;
  const bool negated = is(Op::Not, a);
  const Term equality = negated ? at(a, 0) : a;
  if (!is(Op::Equal, equality)) return {};
  const Term x = at(equality, 0), y = at(equality, 1);
  const Term other = is(Op::Not, b) ? at(b, 0) : b;
  const bool compares = is(Op::Equal, other) || isOrder(this->op(other));
  if (!compares) return {};
  if (isConstant(y) && negated != isAnd) {
    // x == y decides b: in an And it holds, in an Or all else is settled by x != y.
    const bool first = at(other, 0) == x && isConstant(at(other, 1));
    const bool second = at(other, 1) == x && isConstant(at(other, 0));
    if (first || second) {
      const std::array operands{first ? y : at(other, 0), first ? at(other, 1) : y};
      const bool holds = m_.isTrue(m_.fold(this->op(other), Sort::boolean(), operands)) != is(Op::Not, b);
      if (isAnd) return fire(Rule::AndEqualDecides, holds ? a : m_.truth(false));
      return fire(Rule::OrDifferentDecides, holds ? m_.truth(true) : a);
    }
    return {};
  }
  // x < y or x == y is x <= y; x <= y and x != y is x < y.
  if (!isOrder(this->op(b)) || negated != isAnd || !(at(b, 0) == x || at(b, 1) == x)) return {};
  const bool isSigned = this->op(b) == Op::SLess || this->op(b) == Op::SLessEqual;
  const Op strict = isSigned ? Op::SLess : Op::ULess, loose = isSigned ? Op::SLessEqual : Op::ULessEqual;
  for (const auto& [left, right] : {std::pair(x, y), std::pair(y, x)}) {
    if (isAnd && m_.binary(loose, left, right) == b)
      return fire(Rule::LessEqualAndDifferent, m_.binary(strict, left, right));
    if (!isAnd && m_.binary(strict, left, right) == b) return fire(Rule::LessOrEqual, m_.binary(loose, left, right));
  }
  return {};
}

/// Two constant bounds of one term.
Term Simplifier::junctionOfBounds(Op op, Term a, Term b) {
  if (!isLoose(this->op(a)) || this->op(a) != this->op(b)) return {};
  const bool isAnd = op == Op::And;
  const Rule rule = isAnd ? Rule::AndBounds : Rule::OrBounds;
  const bool isSigned = is(Op::SLessEqual, a);
  const auto below = [&](Term left, Term right) { // of constants: left <= right
    const BitVector x = m_.bits(left), y = m_.bits(right);
    return isSigned ? x.sle(y) : x.ule(y);
  };
  if (at(a, 0) == at(b, 0) && isConstant(at(a, 1)) && isConstant(at(b, 1)))
    return fire(rule, below(at(a, 1), at(b, 1)) == isAnd ? a : b);
  if (at(a, 1) == at(b, 1) && isConstant(at(a, 0)) && isConstant(at(b, 0)))
    return fire(rule, below(at(a, 0), at(b, 0)) == isAnd ? b : a);
  if (at(a, 0) != at(b, 1)) std::swap(a, b);
  const Term x = at(a, 0), upper = at(a, 1), lower = at(b, 0);
  if (x != at(b, 1) || !isConstant(upper) || !isConstant(lower)) return {};
  if (isAnd && upper == lower) return fire(rule, m_.equal(x, upper));
  if (isAnd && below(upper, lower)) return fire(rule, m_.truth(false));
  // Complements are gone already: if the two meet, they overlap.
  if (!isAnd && below(lower, upper)) return fire(rule, m_.truth(true));
  return {};
}

// --- Xor -----------------------------------------------------------------------------------------

Term Simplifier::logicalXor(Term a, Term b) {
  if (a == b) return fire(Rule::XorSame, m_.truth(false));
  if (isConstant(a)) return fire(Rule::XorConstant, m_.isTrue(a) ? m_.logicalNot(b) : b);
  if (isConstant(b)) return fire(Rule::XorConstant, m_.isTrue(b) ? m_.logicalNot(a) : a);
  if (isComplement(a, b)) return fire(Rule::XorComplement, m_.truth(true));
  if (is(Op::Not, a)) return fire(Rule::XorNot, m_.logicalNot(logicalXor(at(a, 0), b)));
  if (is(Op::Not, b)) return fire(Rule::XorNot, m_.logicalNot(logicalXor(a, at(b, 0))));
  for (const auto& [whole, part] : {std::pair(a, b), std::pair(b, a)}) {
    if (!is(Op::Xor, whole)) continue;
    if (at(whole, 0) == part) return fire(Rule::XorTwice, at(whole, 1));
    if (at(whole, 1) == part) return fire(Rule::XorTwice, at(whole, 0));
  }
  if (!inOrder(a, b)) return fire(Rule::SwapOperands, logicalXor(b, a));
  return raw(Op::Xor, Sort::boolean(), a, b);
}

// --- Ite -----------------------------------------------------------------------------------------

Term Simplifier::ite(Term condition, Term then, Term otherwise) {
  if (isConstant(condition)) return fire(Rule::IteCondition, m_.isTrue(condition) ? then : otherwise);
  if (then == otherwise) return fire(Rule::IteSame, then);
  if (is(Op::Not, condition)) return fire(Rule::IteNot, ite(at(condition, 0), otherwise, then));
  if (m_.sort(then).isBool()) return iteOfBools(condition, then, otherwise);
  if (is(Op::Equal, condition)) {
    const Term x = at(condition, 0), y = at(condition, 1);
    if ((x == then && y == otherwise) || (x == otherwise && y == then)) return fire(Rule::IteEqualBranches, otherwise);
  }
  if (is(Op::Ite, then)) {
    const Term inner = at(then, 0), x = at(then, 1), y = at(then, 2);
    if (inner == condition) return fire(Rule::IteSameCondition, ite(condition, x, otherwise));
    if (y == otherwise) return fire(Rule::IteSharedBranch, ite(m_.logicalAnd(condition, inner), x, y));
    if (x == otherwise) return fire(Rule::IteSharedBranch, ite(m_.logicalAnd(condition, m_.logicalNot(inner)), y, x));
  }
  if (is(Op::Ite, otherwise)) {
    const Term inner = at(otherwise, 0), x = at(otherwise, 1), y = at(otherwise, 2);
    if (inner == condition) return fire(Rule::IteSameCondition, ite(condition, then, y));
    if (x == then) return fire(Rule::IteSharedBranch, ite(m_.logicalOr(condition, inner), x, y));
    if (y == then) return fire(Rule::IteSharedBranch, ite(m_.logicalOr(condition, m_.logicalNot(inner)), y, x));
  }
  const std::array operands{condition, then, otherwise};
  return m_.make(Op::Ite, m_.sort(then), operands, 0, 0);
}

Term Simplifier::iteOfBools(Term c, Term then, Term otherwise) {
  if (isConstant(then))
    return fire(Rule::IteBoolConstant,
                m_.isTrue(then) ? m_.logicalOr(c, otherwise) : m_.logicalAnd(m_.logicalNot(c), otherwise));
  if (isConstant(otherwise))
    return fire(Rule::IteBoolConstant,
                m_.isTrue(otherwise) ? m_.logicalOr(m_.logicalNot(c), then) : m_.logicalAnd(c, then));
  if (isComplement(then, otherwise)) return fire(Rule::IteBoolComplement, m_.logicalNot(m_.logicalXor(c, then)));
  if (then == c || isComplement(otherwise, c))
    return fire(Rule::IteBoolCondition, then == c ? m_.logicalOr(c, otherwise) : m_.logicalOr(otherwise, then));
  if (otherwise == c || isComplement(then, c))
    return fire(Rule::IteBoolCondition, otherwise == c ? m_.logicalAnd(c, then) : m_.logicalAnd(then, otherwise));
  const std::array operands{c, then, otherwise};
  return m_.make(Op::Ite, Sort::boolean(), operands, 0, 0);
}

} // namespace beagle::logic
