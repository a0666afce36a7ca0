#include "analysis/logic/fold.h"

#include "analysis/logic/float_value.h"

namespace beagle::logic {

BitVector foldWide(const Operation& f, std::span<const BitVector> operands) {
  if (f.op >= Op::FpAdd) return foldFloat(f, operands);
  const BitVector& a = operands[0];
  const BitVector& b = operands[operands.size() > 1 ? 1 : 0];
  const auto truth = [](bool value) { return BitVector(1, value ? 1 : 0); };
  switch (f.op) {
  case Op::Equal: return truth(a == b);
  case Op::Ite: return a.isZero() ? operands[2] : b;
  case Op::Not: return ~a;
  case Op::And:
  case Op::BitAnd: return a & b;
  case Op::Or:
  case Op::BitOr: return a | b;
  case Op::Xor:
  case Op::BitXor: return a ^ b;
  case Op::Add: return a + b;
  case Op::Sub: return a - b;
  case Op::Mul: return a * b;
  case Op::UDiv: return a.udiv(b);
  case Op::URem: return a.urem(b);
  case Op::SDiv: return a.sdiv(b);
  case Op::SRem: return a.srem(b);
  case Op::Neg: return -a;
  case Op::BitNot: return ~a;
  case Op::Shl: return a.shl(b);
  case Op::LShr: return a.lshr(b);
  case Op::AShr: return a.ashr(b);
  case Op::Concat: return a.concat(b);
  case Op::Extract: return a.extract(f.parameter0, f.parameter1);
  case Op::ZeroExtend: return a.zeroExtend(f.sort.width);
  case Op::SignExtend: return a.signExtend(f.sort.width);
  case Op::ULess: return truth(a.ult(b));
  case Op::ULessEqual: return truth(a.ule(b));
  case Op::SLess: return truth(a.slt(b));
  case Op::SLessEqual: return truth(a.sle(b));
  default: std::unreachable();
  }
}

} // namespace beagle::logic
