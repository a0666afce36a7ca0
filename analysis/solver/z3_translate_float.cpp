#include "analysis/solver/z3_translate.h"

#include <fmt/format.h>

#include <utility>

namespace beagle::solver {

using logic::FloatFormat;
using logic::Op;
using logic::RoundingMode;
using logic::Sort;
using logic::Term;

/// The carrier of an X87 number has a leading bit that Z3's float has not. What the hardware calls invalid
/// (leading bit clear, exponent not zero) is NaN; with exponent zero, a leading bit means exponent one.
Z3Ast Z3Translator::fromCarrier(Sort sort, Z3Ast carrier) {
  if (!sort.isFloat()) return carrier;
  Z3_context c = context_.raw();
  Z3_sort target = context_.floating(sort.format());
  if (sort.format() != FloatFormat::X87) return ref(Z3_mk_fpa_to_fp_bv(c, carrier.raw(), target));
  const Z3Ast sign = ref(Z3_mk_extract(c, 79, 79, carrier.raw()));
  const Z3Ast exponent = ref(Z3_mk_extract(c, 78, 64, carrier.raw()));
  const Z3Ast leading = ref(Z3_mk_eq(c, ref(Z3_mk_extract(c, 63, 63, carrier.raw())).raw(), number(1, 1).raw()));
  const Z3Ast fraction = ref(Z3_mk_extract(c, 62, 0, carrier.raw()));
  const Z3Ast isLow = ref(Z3_mk_eq(c, exponent.raw(), number(15, 0).raw()));
  const Z3Ast least = ref(Z3_mk_ite(c, leading.raw(), number(15, 1).raw(), number(15, 0).raw()));
  const Z3Ast effective = ref(Z3_mk_ite(c, isLow.raw(), least.raw(), exponent.raw()));
  const Z3Ast value = ref(Z3_mk_fpa_fp(c, sign.raw(), effective.raw(), fraction.raw()));
  const Z3_ast valid[] = {isLow.raw(), leading.raw()};
  const Z3Ast isValid = ref(Z3_mk_or(c, 2, valid));
  return ref(Z3_mk_ite(c, isValid.raw(), value.raw(), ref(Z3_mk_fpa_nan(c, target)).raw()));
}

Z3Ast Z3Translator::toCarrier(Sort sort, Z3Ast value) {
  if (!sort.isFloat()) return value;
  Z3_context c = context_.raw();
  const logic::FloatShape shape = logic::shapeOf(sort.format());
  // SMT-LIB leaves the bits of NaN open; ours are positive and quiet, without payload.
  logic::BitVector nan = logic::BitVector::ones(shape.exponent + 1).zeroExtend(logic::widthOf(sort.format()));
  nan = nan.shl(shape.significand - 2);
  Z3Ast bits = ref(Z3_mk_fpa_to_ieee_bv(c, value.raw()));
  if (sort.format() == FloatFormat::X87) {
    nan = nan | nan.shl(1); // exponent, leading bit and quiet bit stand in a row
    const Z3Ast high = ref(Z3_mk_extract(c, 78, 63, bits.raw()));
    const Z3Ast exponent = ref(Z3_mk_extract(c, 77, 63, bits.raw()));
    const Z3Ast isLow = ref(Z3_mk_eq(c, exponent.raw(), number(15, 0).raw()));
    const Z3Ast leading = ref(Z3_mk_ite(c, isLow.raw(), number(1, 0).raw(), number(1, 1).raw()));
    const Z3Ast upper = ref(Z3_mk_concat(c, high.raw(), leading.raw()));
    bits = ref(Z3_mk_concat(c, upper.raw(), ref(Z3_mk_extract(c, 62, 0, bits.raw())).raw()));
  }
  const Z3Ast isNaN = ref(Z3_mk_fpa_is_nan(c, value.raw()));
  return ref(Z3_mk_ite(c, isNaN.raw(), number(nan).raw(), bits.raw()));
}

Z3Ast Z3Translator::roundingMode(Term term) {
  Z3_context c = context_.raw();
  switch (static_cast<RoundingMode>(terms_.parameter(term, 0))) {
  case RoundingMode::NearestEven: return ref(Z3_mk_fpa_rne(c));
  case RoundingMode::NearestAway: return ref(Z3_mk_fpa_rna(c));
  case RoundingMode::Up: return ref(Z3_mk_fpa_rtp(c));
  case RoundingMode::Down: return ref(Z3_mk_fpa_rtn(c));
  case RoundingMode::Zero: return ref(Z3_mk_fpa_rtz(c));
  }
  std::unreachable();
}

Z3Ast Z3Translator::floating(Term term) {
  switch (terms_.op(term)) {
  case Op::FpMin:
  case Op::FpMax: return minimum(term);
  case Op::FpRem: return remainder(term);
  case Op::FpToSigned:
  case Op::FpToUnsigned: return floatToInteger(term);
  case Op::FpFromBits:
  case Op::FpToBits:
  case Op::FpFromFloat:
  case Op::FpFromSigned:
  case Op::FpFromUnsigned: return floatConversion(term);
  default: return terms_.sort(term).isBool() ? floatPredicate(term) : floatArithmetic(term);
  }
}

Z3Ast Z3Translator::floatArithmetic(Term term) {
  Z3_context c = context_.raw();
  Z3_ast a = operand(term, 0);
  if (terms_.op(term) == Op::FpNeg) return ref(Z3_mk_fpa_neg(c, a));
  if (terms_.op(term) == Op::FpAbs) return ref(Z3_mk_fpa_abs(c, a));
  const Z3Ast mode = roundingMode(term);
  switch (terms_.op(term)) {
  case Op::FpAdd: return ref(Z3_mk_fpa_add(c, mode.raw(), a, operand(term, 1)));
  case Op::FpSub: return ref(Z3_mk_fpa_sub(c, mode.raw(), a, operand(term, 1)));
  case Op::FpMul: return ref(Z3_mk_fpa_mul(c, mode.raw(), a, operand(term, 1)));
  case Op::FpDiv: return ref(Z3_mk_fpa_div(c, mode.raw(), a, operand(term, 1)));
  case Op::FpFma: return ref(Z3_mk_fpa_fma(c, mode.raw(), a, operand(term, 1), operand(term, 2)));
  case Op::FpSqrt: return ref(Z3_mk_fpa_sqrt(c, mode.raw(), a));
  case Op::FpRound: return ref(Z3_mk_fpa_round_to_integral(c, mode.raw(), a));
  default: std::unreachable();
  }
}

Z3Ast Z3Translator::floatPredicate(Term term) {
  Z3_context c = context_.raw();
  Z3_ast a = operand(term, 0);
  switch (terms_.op(term)) {
  case Op::FpEqual: return ref(Z3_mk_fpa_eq(c, a, operand(term, 1)));
  case Op::FpLess: return ref(Z3_mk_fpa_lt(c, a, operand(term, 1)));
  case Op::FpLessEqual: return ref(Z3_mk_fpa_leq(c, a, operand(term, 1)));
  case Op::FpIsNaN: return ref(Z3_mk_fpa_is_nan(c, a));
  case Op::FpIsInfinite: return ref(Z3_mk_fpa_is_infinite(c, a));
  case Op::FpIsZero: return ref(Z3_mk_fpa_is_zero(c, a));
  case Op::FpIsNormal: return ref(Z3_mk_fpa_is_normal(c, a));
  case Op::FpIsSubnormal: return ref(Z3_mk_fpa_is_subnormal(c, a));
  case Op::FpIsNegative: return ref(Z3_mk_fpa_is_negative(c, a));
  default: std::unreachable();
  }
}

Z3Ast Z3Translator::floatConversion(Term term) {
  Z3_context c = context_.raw();
  Z3_ast a = operand(term, 0);
  const Sort sort = terms_.sort(term);
  if (terms_.op(term) == Op::FpFromBits) return fromCarrier(sort, ref(a));
  if (terms_.op(term) == Op::FpToBits) return toCarrier(terms_.sort(terms_.operand(term, 0)), ref(a));
  Z3_sort target = context_.floating(sort.format());
  const Z3Ast mode = roundingMode(term);
  switch (terms_.op(term)) {
  case Op::FpFromFloat: return ref(Z3_mk_fpa_to_fp_float(c, mode.raw(), a, target));
  case Op::FpFromSigned: return ref(Z3_mk_fpa_to_fp_signed(c, mode.raw(), a, target));
  case Op::FpFromUnsigned: return ref(Z3_mk_fpa_to_fp_unsigned(c, mode.raw(), a, target));
  default: std::unreachable();
  }
}

/// Infinity where the format ends below it.
Z3Ast Z3Translator::powerOfTwo(FloatFormat format, std::uint32_t exponent, bool negative) {
  Z3_context c = context_.raw();
  Z3_sort sort = context_.floating(format);
  const std::uint32_t bias = (1U << (logic::shapeOf(format).exponent - 1)) - 1;
  if (exponent > bias) return ref(Z3_mk_fpa_inf(c, sort, negative));
  return ref(Z3_mk_fpa_numeral_int64_uint64(c, negative, exponent, 0, sort));
}

Z3Ast Z3Translator::floatToInteger(Term term) {
  Z3_context c = context_.raw();
  const bool isSigned = terms_.op(term) == Op::FpToSigned;
  const FloatFormat format = terms_.sort(terms_.operand(term, 0)).format();
  const std::uint32_t width = terms_.width(term);
  const Z3Ast mode = roundingMode(term);
  Z3_ast a = operand(term, 0);
  const Z3Ast whole = ref(Z3_mk_fpa_round_to_integral(c, mode.raw(), a));
  const Z3Ast low =
      isSigned ? powerOfTwo(format, width - 1, true) : ref(Z3_mk_fpa_zero(c, context_.floating(format), false));
  const Z3Ast high = powerOfTwo(format, isSigned ? width - 1 : width, false);
  const Z3Ast aboveLow = ref(Z3_mk_fpa_geq(c, whole.raw(), low.raw()));
  const Z3Ast belowHigh = ref(Z3_mk_fpa_lt(c, whole.raw(), high.raw()));
  const Z3Ast finite = ref(Z3_mk_not(c, ref(Z3_mk_fpa_is_infinite(c, a)).raw()));
  const Z3_ast all[] = {aboveLow.raw(), belowHigh.raw(), finite.raw()};
  const Z3Ast fits = ref(Z3_mk_and(c, 3, all));
  const Z3Ast value =
      ref(isSigned ? Z3_mk_fpa_to_sbv(c, mode.raw(), a, width) : Z3_mk_fpa_to_ubv(c, mode.raw(), a, width));
  return ref(Z3_mk_ite(c, fits.raw(), value.raw(), number(width, 0).raw()));
}

/// As the hardware's: the second of two operands that are equal or two NaNs.
Z3Ast Z3Translator::minimum(Term term) {
  Z3_context c = context_.raw();
  Z3_ast a = operand(term, 0);
  Z3_ast b = operand(term, 1);
  const Z3Ast before = ref(terms_.op(term) == Op::FpMin ? Z3_mk_fpa_lt(c, a, b) : Z3_mk_fpa_gt(c, a, b));
  const Z3Ast noSecond = ref(Z3_mk_fpa_is_nan(c, b));
  const Z3_ast either[] = {noSecond.raw(), before.raw()};
  const Z3Ast first = ref(Z3_mk_or(c, 2, either));
  return ref(Z3_mk_ite(c, first.raw(), a, b));
}

Z3Ast Z3Translator::remainder(Term term) {
  approximated_ = true;
  Z3_context c = context_.raw();
  const Sort sort = terms_.sort(term);
  Z3_ast x = operand(term, 0);
  Z3_ast y = operand(term, 1);
  const Z3Ast magnitude = ref(Z3_mk_fpa_abs(c, x));
  const Z3Ast divisor = ref(Z3_mk_fpa_abs(c, y));
  // A free magnitude: any that fmod can have is among them, so that only models can be wrong.
  Z3_sort carrier = context_.carrier(sort);
  Z3_sort domain[] = {carrier, carrier};
  Z3_symbol name = context_.symbol(fmt::format("fmod!{}!{}", sort.index, sort.width));
  Z3_func_decl free = Z3_mk_func_decl(c, name, 2, domain, carrier);
  const Z3Ast holdFunction = ref(Z3_func_decl_to_ast(c, free));
  const Z3Ast xBits = toCarrier(sort, ref(x));
  const Z3Ast yBits = toCarrier(sort, ref(y));
  const Z3_ast arguments[] = {xBits.raw(), yBits.raw()};
  const Z3Ast guess = ref(Z3_mk_fpa_abs(c, fromCarrier(sort, ref(Z3_mk_app(c, free, 2, arguments))).raw()));
  const Z3Ast smaller = ref(Z3_mk_fpa_lt(c, guess.raw(), divisor.raw()));
  const Z3Ast notLarger = ref(Z3_mk_fpa_leq(c, guess.raw(), magnitude.raw()));
  const Z3_ast both[] = {smaller.raw(), notLarger.raw()};
  const Z3Ast possible = ref(Z3_mk_and(c, 2, both));
  Z3_sort target = context_.floating(sort.format());
  const Z3Ast zero = ref(Z3_mk_fpa_zero(c, target, false));
  const Z3Ast held = ref(Z3_mk_ite(c, possible.raw(), guess.raw(), zero.raw()));
  const Z3Ast isNegative = ref(Z3_mk_fpa_is_negative(c, x));
  const Z3Ast negated = ref(Z3_mk_fpa_neg(c, held.raw()));
  const Z3Ast general = ref(Z3_mk_ite(c, isNegative.raw(), negated.raw(), held.raw()));
  const Z3Ast below = ref(Z3_mk_fpa_lt(c, magnitude.raw(), divisor.raw()));
  const Z3Ast defined = ref(Z3_mk_ite(c, below.raw(), x, general.raw()));
  const Z3Ast xNaN = ref(Z3_mk_fpa_is_nan(c, x));
  const Z3Ast yNaN = ref(Z3_mk_fpa_is_nan(c, y));
  const Z3Ast xInfinite = ref(Z3_mk_fpa_is_infinite(c, x));
  const Z3Ast yZero = ref(Z3_mk_fpa_is_zero(c, y));
  const Z3_ast none[] = {xNaN.raw(), yNaN.raw(), xInfinite.raw(), yZero.raw()};
  const Z3Ast undefined = ref(Z3_mk_or(c, 4, none));
  return ref(Z3_mk_ite(c, undefined.raw(), ref(Z3_mk_fpa_nan(c, target)).raw(), defined.raw()));
}

} // namespace beagle::solver
