#pragma once

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/sort.h"
#include "analysis/logic/term.h"

#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace beagle::logic {

/// An operator with all that its meaning depends on besides its operands' values.
struct Operation {
  Op op = Op::Constant;
  Sort sort;                    ///< of the result
  Sort operandSort;             ///< of the last operand
  std::uint32_t parameter0 = 0; ///< as TermManager::parameter
  std::uint32_t parameter1 = 0;
};

/// Whether fold64 knows the operator.
[[nodiscard]] constexpr bool isPlain(Op op) { return op <= Op::SLessEqual; }

/// The value of an operator on Bools and bit-vectors of at most 64 bits; Ite is not among them, as nobody
/// wants both of its branches. For operators with one operand `b` is not looked at.
[[nodiscard]] inline std::uint64_t fold64(const Operation& f, std::uint64_t a, std::uint64_t b) {
  const std::uint32_t width = f.sort.width;
  const std::uint32_t operandWidth = f.operandSort.width;
  const std::uint64_t mask = lowMask(width);
  const auto isNegative = [&](std::uint64_t value) { return ((value >> (width - 1)) & 1) != 0; };
  switch (f.op) {
  case Op::Equal: return a == b;
  case Op::Not: return a ^ 1;
  case Op::And:
  case Op::BitAnd: return a & b;
  case Op::Or:
  case Op::BitOr: return a | b;
  case Op::Xor:
  case Op::BitXor: return a ^ b;
  case Op::Add: return (a + b) & mask;
  case Op::Sub: return (a - b) & mask;
  case Op::Mul: return (a * b) & mask;
  case Op::UDiv: return b == 0 ? mask : a / b;
  case Op::URem: return b == 0 ? a : a % b;
  case Op::SDiv:
  case Op::SRem: {
    const std::uint64_t left = isNegative(a) ? -a & mask : a, right = isNegative(b) ? -b & mask : b;
    if (f.op == Op::SRem) {
      const std::uint64_t rest = right == 0 ? left : left % right;
      return (isNegative(a) ? -rest : rest) & mask;
    }
    const std::uint64_t quotient = right == 0 ? mask : left / right;
    return (isNegative(a) != isNegative(b) ? -quotient : quotient) & mask;
  }
  case Op::Neg: return -a & mask;
  case Op::BitNot: return ~a & mask;
  case Op::Shl: return b >= width ? 0 : (a << b) & mask;
  case Op::LShr: return b >= width ? 0 : a >> b;
  case Op::AShr: return static_cast<std::uint64_t>(signedValue(a, width) >> (b >= width ? width - 1 : b)) & mask;
  case Op::Concat: return a << operandWidth | b;
  case Op::Extract: return (a >> f.parameter1) & mask;
  case Op::ZeroExtend: return a;
  case Op::SignExtend: return static_cast<std::uint64_t>(signedValue(a, operandWidth)) & mask;
  case Op::ULess: return a < b;
  case Op::ULessEqual: return a <= b;
  case Op::SLess: return signedValue(a, operandWidth) < signedValue(b, operandWidth);
  case Op::SLessEqual: return signedValue(a, operandWidth) <= signedValue(b, operandWidth);
  default: std::unreachable();
  }
}

/// The value of any operator on Bools (as one bit), bit-vectors and Floats (as bits, NaNs canonical) of any
/// width. Arrays and functions have no such values.
[[nodiscard]] BitVector foldWide(const Operation& f, std::span<const BitVector> operands);

} // namespace beagle::logic
