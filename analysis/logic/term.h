#pragma once

#include <cstdint>
#include <functional>

namespace beagle::logic {

/// A handle to an immutable, hash-consed term of one TermManager: equal handles are equal terms.
/// The empty handle says "no term".
class Term {
public:
  constexpr Term() = default;
  constexpr explicit Term(std::uint32_t id) : id_(id) {}

  [[nodiscard]] constexpr std::uint32_t id() const { return id_; }
  constexpr explicit operator bool() const { return id_ != 0; }
  friend constexpr bool operator==(Term, Term) = default;

private:
  std::uint32_t id_ = 0;
};

/// What a term does. Semantics are those of SMT-LIB 2 (FixedSizeBitVectors, FloatingPoint, ArraysEx), so
/// division by zero and oversized shifts are total.
enum class Op : std::uint8_t {
  // leaves
  Constant, ///< of sort Bool, BitVector or Float
  Variable, ///< of any sort, told apart by name
  // any sort
  Equal, ///< of Floats: the same value, so NaN equals NaN and +0 differs from -0 (SMT-LIB's `=`)
  Ite,
  // Bool
  Not,
  And,
  Or,
  Xor,
  // BitVector -> BitVector
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Neg,
  BitNot,
  BitAnd,
  BitOr,
  BitXor,
  Shl,
  LShr,
  AShr,
  Concat,     ///< first operand is the high part
  Extract,    ///< parameters: high, low
  ZeroExtend, ///< to the term's width
  SignExtend, ///< to the term's width
  // BitVector -> Bool
  ULess,
  ULessEqual,
  SLess,
  SLessEqual,
  // Array
  ConstArray, ///< every element is the operand
  Table,      ///< constant elements from a table; zero past its end
  Select,
  Store,
  // Float; arithmetic rounds by the parameter `RoundingMode`
  FpAdd,
  FpSub,
  FpMul,
  FpDiv,
  FpRem, ///< C's fmod: truncated; not SMT-LIB's fp.rem
  FpFma,
  FpSqrt,
  FpRound, ///< to an integral value
  FpNeg,
  FpAbs,
  FpMin, ///< minnum: the other operand when one is NaN
  FpMax,
  FpEqual, ///< IEEE ==
  FpLess,
  FpLessEqual,
  FpIsNaN,
  FpIsInfinite,
  FpIsZero,
  FpIsNormal,
  FpIsSubnormal,
  FpIsNegative,   ///< sign bit set and not NaN
  FpFromBits,     ///< BitVector of the format's width -> Float
  FpToBits,       ///< Float -> BitVector; every NaN becomes the canonical quiet NaN
  FpFromFloat,    ///< conversion between formats
  FpFromSigned,   ///< BitVector -> Float
  FpFromUnsigned, ///< BitVector -> Float
  FpToSigned,     ///< Float -> BitVector, unspecified (0 here) when out of range
  FpToUnsigned,
  // uninterpreted function
  Apply, ///< parameter: FunctionId; any number of operands
};

enum class RoundingMode : std::uint8_t { NearestEven, NearestAway, Up, Down, Zero };

} // namespace beagle::logic

template <> struct std::hash<beagle::logic::Term> {
  std::size_t operator()(beagle::logic::Term term) const noexcept { return term.id() * 0x9E3779B97F4A7C15ULL; }
};
