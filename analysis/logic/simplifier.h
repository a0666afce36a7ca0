#pragma once

#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace beagle::logic {

/// The rules that TermManager's factory methods go through, one file per family. Each method gives the
/// simplified term for an operator on simplified operands. A rule looks at a bounded part of its operands,
/// and what it answers depends on their structure alone.
class Simplifier {
public:
  explicit Simplifier(TermManager& manager) : m_(manager) {}

  // simplify_bool.cpp
  [[nodiscard]] Term logicalNot(Term a);
  [[nodiscard]] Term junction(Op op, Term a, Term b); ///< And, Or
  [[nodiscard]] Term logicalXor(Term a, Term b);
  [[nodiscard]] Term ite(Term condition, Term then, Term otherwise);

  // simplify_arithmetic.cpp
  [[nodiscard]] Term neg(Term a);
  [[nodiscard]] Term add(Term a, Term b);
  [[nodiscard]] Term sub(Term a, Term b);
  [[nodiscard]] Term mul(Term a, Term b);
  // simplify_division.cpp
  [[nodiscard]] Term udiv(Term a, Term b);
  [[nodiscard]] Term urem(Term a, Term b);
  [[nodiscard]] Term sdiv(Term a, Term b);
  [[nodiscard]] Term srem(Term a, Term b);

  // simplify_bits.cpp
  [[nodiscard]] Term bitNot(Term a);
  [[nodiscard]] Term bitwise(Op op, Term a, Term b); ///< BitAnd, BitOr, BitXor
  [[nodiscard]] Term shift(Op op, Term a, Term b);   ///< Shl, LShr, AShr
  // simplify_pieces.cpp
  [[nodiscard]] Term concat(Term high, Term low);
  [[nodiscard]] Term extract(Term a, std::uint32_t high, std::uint32_t low);
  [[nodiscard]] Term extend(Op op, Term a, std::uint32_t width); ///< ZeroExtend, SignExtend

  // simplify_equal.cpp, simplify_compare.cpp
  [[nodiscard]] Term equal(Term a, Term b);
  [[nodiscard]] Term less(Op op, Term a, Term b); ///< ULess, ULessEqual, SLess, SLessEqual

  // simplify_array.cpp
  [[nodiscard]] Term select(Term array, Term index);
  [[nodiscard]] Term store(Term array, Term index, Term element);

  // simplify_float.cpp
  [[nodiscard]] Term floating(Op op, Sort sort, std::span<const Term> operands, std::uint32_t mode);
  [[nodiscard]] Term equalFloats(Term a, Term b);

private:
  // --- looking ---
  [[nodiscard]] Op op(Term t) const { return m_.op(t); }
  [[nodiscard]] bool is(Op op, Term t) const { return m_.op(t) == op; }
  [[nodiscard]] Term at(Term t, std::size_t i) const { return m_.node(t).part[i]; }
  [[nodiscard]] std::uint32_t width(Term t) const { return m_.width(t); }
  [[nodiscard]] bool isConstant(Term t) const { return m_.isConstant(t); }
  [[nodiscard]] bool isZero(Term t) const;
  [[nodiscard]] bool isOnes(Term t) const;
  [[nodiscard]] bool isOne(Term t) const;
  /// t is `x op constant`: the constant stands last, see `inOrder`.
  [[nodiscard]] bool isWithConstant(Op op, Term t) const { return is(op, t) && isConstant(at(t, 1)); }
  [[nodiscard]] bool isComplement(Term a, Term b) const;    ///< of Bools: one says the contrary of the other
  [[nodiscard]] bool isBitComplement(Term a, Term b) const; ///< the same bit by bit
  [[nodiscard]] bool isIteOfConstants(Term t) const;
  /// The high (low) bits of t that are zero by the form of t: what a ZeroExtend adds (a Concat's constant
  /// tail).
  [[nodiscard]] std::uint32_t highZeros(Term t) const;
  [[nodiscard]] std::uint32_t lowZeros(Term t) const;
  /// Whether a, of two operands in any order, comes before b: constants last, else by structure.
  [[nodiscard]] bool inOrder(Term a, Term b) const;

  // --- making ---
  Term fire(Rule rule, Term result) {
    m_.ruleCounts_.bump(rule);
    return result;
  }
  /// From the first to the last of them.
  struct Dividends {
    BitVector first, last;
    bool areAbove = false, areBelow = false; ///< of all numbers that there are
  };
  [[nodiscard]] std::optional<Dividends> dividendsOf(Term quotient, const BitVector& number) const;
  [[nodiscard]] Term compareIntegers(Op op, Term a, Term b);
  [[nodiscard]] Term raw(Op op, Sort sort, Term a) { return m_.make(op, sort, std::span(&a, 1), 0, 0); }
  [[nodiscard]] Term raw(Op op, Sort sort, Term a, Term b);
  [[nodiscard]] Term bitsConstant(const BitVector& value) { return m_.constant(value); }
  [[nodiscard]] Term zero(std::uint32_t width) { return m_.constant(width, 0); }
  [[nodiscard]] Term topBit(Term t) { return m_.extract(t, width(t) - 1, width(t) - 1); }
  /// `op(ite(c, k1, k2), k)` with constants k is an Ite of constants: an empty term if the form is another.
  [[nodiscard]] Term pushIntoIte(Op op, Sort sort, Term a, Term b);

  // --- parts of the methods above ---
  [[nodiscard]] Term junctionWithJunction(Op op, Term whole, Term part);
  [[nodiscard]] Term junctionOfComparisons(Op op, Term a, Term b);
  [[nodiscard]] Term junctionOfBounds(Op op, Term a, Term b);
  [[nodiscard]] Term iteOfBools(Term condition, Term then, Term otherwise);
  [[nodiscard]] Term addCollected(Term a, Term b);
  [[nodiscard]] Term mulConstant(Term a, Term constant);
  [[nodiscard]] Term disjoint(Rule rule, Term a, Term b);
  [[nodiscard]] Term bitwiseConstant(Op op, Term a, Term constant);
  [[nodiscard]] Term bitwiseParts(Op op, Term a, Term b);
  [[nodiscard]] Term maskedByConstant(Term a, Term mask);
  [[nodiscard]] Term concatNeighbours(Term high, Term low);
  [[nodiscard]] Term equalStep(Term a, Term b);
  [[nodiscard]] Term again(Rule rule, Term a, Term b) {
    m_.ruleCounts_.bump(rule);
    again_ = {a, b};
    return {};
  }
  [[nodiscard]] Term equalConstant(Term a, Term constant);
  [[nodiscard]] Term equalPieceConstant(Term a, Term constant);
  [[nodiscard]] Term equalTerms(Term a, Term b);
  [[nodiscard]] Term lessExtended(Op op, Term a, Term b);
  [[nodiscard]] Term lessExtendedConstant(Op op, Term a, Term b);
  [[nodiscard]] Term lessLimits(Op op, Term a, Term b);
  [[nodiscard]] Term lessRanges(Op op, Term a, Term b);
  [[nodiscard]] Term floatUnary(Op op, Sort sort, Term a);
  [[nodiscard]] Term floatBinary(Op op, Term a, Term b, RoundingMode mode);
  [[nodiscard]] Term floatConversion(Op op, Sort sort, Term a, std::uint32_t mode);

  TermManager& m_;
  std::optional<std::pair<Term, Term>> again_; ///< what an equality became
};

} // namespace beagle::logic
