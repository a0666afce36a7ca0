// Floats. Concrete floats and doubles are computed by the hardware; other formats and symbolic values by terms.

#include "analysis/exec/handlers.h"
#include "analysis/logic/bit_vector.h"

#include <bit>
#include <cmath>

namespace beagle::exec {

using ir::FloatPredicate;
using ir::Instruction;
using ir::Opcode;
using logic::FloatFormat;
using logic::Op;
using logic::RoundingMode;

namespace {

bool isHardware(FloatFormat format) { return format == FloatFormat::Single || format == FloatFormat::Double; }

double asDouble(const Value& value, FloatFormat format) {
  return format == FloatFormat::Single ? std::bit_cast<float>(static_cast<std::uint32_t>(value.bits))
                                       : std::bit_cast<double>(value.bits);
}

template <class T> Value fromHardware(T value) {
  if constexpr (sizeof(T) == 4) return Value::concrete(std::bit_cast<std::uint32_t>(value));
  else return Value::concrete(std::bit_cast<std::uint64_t>(value));
}

/// `compute(x, y)` in the format's own C type.
template <class Compute> Value inFormat(FloatFormat format, const Value& a, const Value& b, Compute compute) {
  if (format == FloatFormat::Single)
    return fromHardware(compute(std::bit_cast<float>(static_cast<std::uint32_t>(a.bits)),
                                std::bit_cast<float>(static_cast<std::uint32_t>(b.bits))));
  return fromHardware(compute(std::bit_cast<double>(a.bits), std::bit_cast<double>(b.bits)));
}

Value hardwareBinary(Opcode op, FloatFormat format, const Value& a, const Value& b) {
  return inFormat(format, a, b, [op]<class T>(T x, T y) -> T {
    switch (op) {
    case Opcode::FAdd: return x + y;
    case Opcode::FSub: return x - y;
    case Opcode::FMul: return x * y;
    case Opcode::FDiv: return x / y;
    case Opcode::FRem: return std::fmod(x, y);
    case Opcode::FMinNum: return std::fmin(x, y);
    case Opcode::FMaxNum: return std::fmax(x, y);
    default: return std::copysign(x, y);
    }
  });
}

Op binaryOf(Opcode op) {
  switch (op) {
  case Opcode::FAdd: return Op::FpAdd;
  case Opcode::FSub: return Op::FpSub;
  case Opcode::FMul: return Op::FpMul;
  case Opcode::FDiv: return Op::FpDiv;
  case Opcode::FRem: return Op::FpRem;
  case Opcode::FMinNum:
  case Opcode::FMinimum: return Op::FpMin;
  default: return Op::FpMax;
  }
}

Term isNaN(logic::TermManager& terms, Term x) { return terms.fpUnary(Op::FpIsNaN, x); }

Term binaryTerm(logic::TermManager& terms, Opcode op, FloatFormat format, Term x, Term y) {
  if (op == Opcode::FCopySign) {
    const Term magnitude = terms.fpUnary(Op::FpAbs, x);
    return terms.ite(terms.fpUnary(Op::FpIsNegative, y), terms.fpUnary(Op::FpNeg, magnitude), magnitude);
  }
  const Term result = terms.fpBinary(binaryOf(op), x, y);
  if (op != Opcode::FMinimum && op != Opcode::FMaximum) return result;
  const Term nan = terms.floatConstant(format, logic::BitVector::ones(widthOf(format)));
  return terms.ite(terms.logicalOr(isNaN(terms, x), isNaN(terms, y)), nan, result);
}

bool binary(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const Value a = machine.slot(i.a);
  const Value b = machine.slot(i.b);
  const bool hardware = isHardware(format) && i.op != Opcode::FMinimum && i.op != Opcode::FMaximum;
  if (hardware && a.isPlain() && b.isPlain()) {
    machine.slot(i.d) = hardwareBinary(i.op, format, a, b);
    return true;
  }
  const Term x = machine.floatTerm(a, format);
  const Term y = machine.floatTerm(b, format);
  machine.slot(i.d) = machine.floatValue(binaryTerm(machine.terms, i.op, format, x, y));
  return true;
}

bool unary(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const Value a = machine.slot(i.a);
  if (isHardware(format) && a.isPlain()) {
    machine.slot(i.d) = inFormat(format, a, a, [&i]<class T>(T x, T) -> T {
      switch (i.op) {
      case Opcode::FNeg: return -x;
      case Opcode::FAbs: return std::fabs(x);
      case Opcode::FSqrt: return std::sqrt(x);
      case Opcode::FFloor: return std::floor(x);
      case Opcode::FCeil: return std::ceil(x);
      case Opcode::FTrunc: return std::trunc(x);
      case Opcode::FRound: return std::round(x);
      default: return std::nearbyint(x); // to even, the mode that nobody changed
      }
    });
    return true;
  }
  logic::TermManager& terms = machine.terms;
  const Term x = machine.floatTerm(a, format);
  const auto rounded = [&](RoundingMode mode) { return terms.fpUnary(Op::FpRound, x, mode); };
  Term result;
  switch (i.op) {
  case Opcode::FNeg: result = terms.fpUnary(Op::FpNeg, x); break;
  case Opcode::FAbs: result = terms.fpUnary(Op::FpAbs, x); break;
  case Opcode::FSqrt: result = terms.fpUnary(Op::FpSqrt, x); break;
  case Opcode::FFloor: result = rounded(RoundingMode::Down); break;
  case Opcode::FCeil: result = rounded(RoundingMode::Up); break;
  case Opcode::FTrunc: result = rounded(RoundingMode::Zero); break;
  case Opcode::FRound: result = rounded(RoundingMode::NearestAway); break;
  default: result = rounded(RoundingMode::NearestEven); break;
  }
  machine.slot(i.d) = machine.floatValue(result);
  return true;
}

bool fusedMultiply(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const Value a = machine.slot(i.a);
  const Value b = machine.slot(i.b);
  const Value c = machine.slot(i.c);
  const bool isFused = i.op == Opcode::FFma; // fmuladd is not: contraction is off
  if (isHardware(format) && a.isPlain() && b.isPlain() && c.isPlain()) {
    machine.slot(i.d) =
        isFused ? inFormat(format, a, b,
                           [&]<class T>(T x, T y) -> T { return std::fma(x, y, static_cast<T>(asDouble(c, format))); })
                : hardwareBinary(Opcode::FAdd, format, hardwareBinary(Opcode::FMul, format, a, b), c);
    return true;
  }
  logic::TermManager& terms = machine.terms;
  const Term x = machine.floatTerm(a, format);
  const Term y = machine.floatTerm(b, format);
  const Term z = machine.floatTerm(c, format);
  machine.slot(i.d) = machine.floatValue(isFused ? terms.fpFma(x, y, z)
                                                 : terms.fpBinary(Op::FpAdd, terms.fpBinary(Op::FpMul, x, y), z));
  return true;
}

Term compared(logic::TermManager& terms, FloatPredicate predicate, Term x, Term y) {
  const auto equal = [&] { return terms.fpBinary(Op::FpEqual, x, y); };
  const auto less = [&](Term a, Term b) { return terms.fpBinary(Op::FpLess, a, b); };
  const auto lessEqual = [&](Term a, Term b) { return terms.fpBinary(Op::FpLessEqual, a, b); };
  const auto unordered = [&] { return terms.logicalOr(isNaN(terms, x), isNaN(terms, y)); };
  const auto orUnordered = [&](Term t) { return terms.logicalOr(unordered(), t); };
  const auto different = [&] { return terms.logicalOr(less(x, y), less(y, x)); };
  switch (predicate) {
  case FloatPredicate::OEQ: return equal();
  case FloatPredicate::OGT: return less(y, x);
  case FloatPredicate::OGE: return lessEqual(y, x);
  case FloatPredicate::OLT: return less(x, y);
  case FloatPredicate::OLE: return lessEqual(x, y);
  case FloatPredicate::ONE: return different();
  case FloatPredicate::ORD: return terms.logicalNot(unordered());
  case FloatPredicate::UNO: return unordered();
  case FloatPredicate::UEQ: return orUnordered(equal());
  case FloatPredicate::UGT: return terms.logicalNot(lessEqual(x, y));
  case FloatPredicate::UGE: return terms.logicalNot(less(x, y));
  case FloatPredicate::ULT: return terms.logicalNot(lessEqual(y, x));
  case FloatPredicate::ULE: return terms.logicalNot(less(y, x));
  case FloatPredicate::UNE: return terms.logicalNot(equal());
  case FloatPredicate::False: return terms.truth(false);
  default: return terms.truth(true);
  }
}

bool comparedByHardware(FloatPredicate predicate, double x, double y) {
  const bool unordered = std::isnan(x) || std::isnan(y);
  switch (predicate) {
  case FloatPredicate::OEQ: return x == y;
  case FloatPredicate::OGT: return x > y;
  case FloatPredicate::OGE: return x >= y;
  case FloatPredicate::OLT: return x < y;
  case FloatPredicate::OLE: return x <= y;
  case FloatPredicate::ONE: return x < y || x > y;
  case FloatPredicate::ORD: return !unordered;
  case FloatPredicate::UNO: return unordered;
  case FloatPredicate::UEQ: return unordered || x == y;
  case FloatPredicate::UGT: return unordered || x > y;
  case FloatPredicate::UGE: return unordered || x >= y;
  case FloatPredicate::ULT: return unordered || x < y;
  case FloatPredicate::ULE: return unordered || x <= y;
  case FloatPredicate::UNE: return !(x == y);
  case FloatPredicate::False: return false;
  default: return true;
  }
}

bool compare(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const auto predicate = static_cast<FloatPredicate>(i.c);
  const Value a = machine.slot(i.a);
  const Value b = machine.slot(i.b);
  if (isHardware(format) && a.isPlain() && b.isPlain()) {
    machine.slot(i.d) = Value::concrete(comparedByHardware(predicate, asDouble(a, format), asDouble(b, format)));
    return true;
  }
  machine.slot(i.d) =
      machine.bitsValue(compared(machine.terms, predicate, machine.floatTerm(a, format), machine.floatTerm(b, format)));
  return true;
}

/// llvm.is.fpclass. Signalling and quiet NaNs are not told apart: what asks for one of them gets both.
bool classify(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  logic::TermManager& terms = machine.terms;
  const Term x = machine.floatTerm(machine.slot(i.a), format);
  const Term negative = terms.fpUnary(Op::FpIsNegative, x);
  Term result = terms.truth(false);
  const auto add = [&](std::uint32_t both, std::uint32_t negativeBit, Op op) {
    if ((i.c & both) == 0) return;
    Term is = terms.fpUnary(op, x);
    if ((i.c & both) != both)
      is = terms.logicalAnd(is, (i.c & negativeBit) != 0 ? negative : terms.logicalNot(negative));
    result = terms.logicalOr(result, is);
  };
  if ((i.c & 0x003) != 0) result = isNaN(terms, x);
  add(0x204, 0x004, Op::FpIsInfinite);
  add(0x108, 0x008, Op::FpIsNormal);
  add(0x090, 0x010, Op::FpIsSubnormal);
  add(0x060, 0x020, Op::FpIsZero);
  machine.slot(i.d) = machine.bitsValue(result);
  return true;
}

bool resize(Machine& machine, const Instruction& i) {
  const auto to = static_cast<FloatFormat>(i.extra);
  const auto from = static_cast<FloatFormat>(i.c);
  const Value a = machine.slot(i.a);
  if (a.isPlain() && from == FloatFormat::Single && to == FloatFormat::Double)
    machine.slot(i.d) = fromHardware(asDouble(a, from));
  else if (a.isPlain() && from == FloatFormat::Double && to == FloatFormat::Single)
    machine.slot(i.d) = fromHardware(static_cast<float>(asDouble(a, from)));
  else machine.slot(i.d) = machine.floatValue(machine.terms.fpFromFloat(to, machine.floatTerm(a, from)));
  return true;
}

/// What x86 gives for what does not fit: the "integer indefinite" value.
std::uint64_t indefinite(std::uint32_t width) {
  return width > 32 ? std::uint64_t{1} << 63 : width == 32 ? std::uint64_t{1} << 31 : 0;
}

/// Whether the truncated value fits the integer type: lowest <= trunc(x) <= highest, both exact powers of two.
bool fits(double x, std::uint32_t width, bool isSigned) {
  const double limit = std::ldexp(1.0, static_cast<int>(isSigned ? width - 1 : width));
  const double whole = std::trunc(x);
  return !std::isnan(x) && whole < limit && whole >= (isSigned ? -limit : 0.0);
}

bool toInteger(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const bool isSigned = i.op == Opcode::FToSigned;
  const bool saturates = i.c != 0;
  const Value a = machine.slot(i.a);
  logic::TermManager& terms = machine.terms;
  if (isHardware(format) && a.isPlain() && i.width <= 64) {
    const double x = asDouble(a, format);
    std::uint64_t result = 0;
    if (fits(x, i.width, isSigned)) {
      result = isSigned ? static_cast<std::uint64_t>(static_cast<std::int64_t>(x)) : static_cast<std::uint64_t>(x);
    } else if (saturates) {
      const std::uint64_t most = logic::lowMask(isSigned ? i.width - 1U : i.width);
      result = std::isnan(x) ? 0 : x > 0 ? most : isSigned ? ~most : 0;
    } else {
      machine.noteFault(ValueFault::FloatToInteger, terms.truth(true));
      result = indefinite(i.width);
    }
    machine.slot(i.d) = Value::concrete(result & logic::lowMask(i.width));
    return true;
  }
  if (i.width == 1) return machine.unsupported("conversion of a float to a single bit");
  const Term x = machine.floatTerm(a, format);
  const Term converted = terms.fpToInteger(x, i.width, isSigned);
  // Truncation keeps what fits: the integer converted back is the float rounded to zero.
  const Term whole = terms.fpUnary(Op::FpRound, x, RoundingMode::Zero);
  const Term back = terms.fpFromInteger(format, converted, isSigned, RoundingMode::Zero);
  const Term exact = terms.fpBinary(Op::FpEqual, back, whole);
  if (!saturates) {
    machine.noteFault(ValueFault::FloatToInteger, terms.logicalNot(exact));
    machine.slot(i.d) = machine.bitsValue(converted);
    return true;
  }
  const auto smallest = logic::BitVector::oneBit(i.width, i.width - 1U);
  const Term high = terms.constant(isSigned ? ~smallest : logic::BitVector::ones(i.width));
  const Term low = isSigned ? terms.constant(smallest) : terms.constant(i.width, 0);
  const Term outside =
      terms.ite(isNaN(terms, x), terms.constant(i.width, 0), terms.ite(terms.fpUnary(Op::FpIsNegative, x), low, high));
  machine.slot(i.d) = machine.bitsValue(terms.ite(exact, converted, outside));
  return true;
}

bool fromInteger(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const bool isSigned = i.op == Opcode::FFromSigned;
  const Value a = machine.integer(machine.slot(i.a), i.width);
  if (isHardware(format) && a.isPlain()) {
    const std::int64_t number = logic::signedValue(a.bits, i.width);
    if (format == FloatFormat::Single)
      machine.slot(i.d) = fromHardware(isSigned ? static_cast<float>(number) : static_cast<float>(a.bits));
    else machine.slot(i.d) = fromHardware(isSigned ? static_cast<double>(number) : static_cast<double>(a.bits));
    return true;
  }
  logic::TermManager& terms = machine.terms;
  Term bits = machine.bitsTerm(a, i.width);
  if (i.width == 1) bits = terms.boolToBits(bits, 1);
  machine.slot(i.d) = machine.floatValue(terms.fpFromInteger(format, bits, isSigned));
  return true;
}

bool reinterpret(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const Value a = machine.slot(i.a);
  if (a.isPlain() || !a.isDefined()) {
    machine.slot(i.d) = a;
  } else if (i.op == Opcode::FToBits) {
    machine.slot(i.d) = machine.bitsValue(machine.terms.fpToBits(machine.floatTerm(a, format)));
  } else {
    const Term bits = machine.bitsTerm(a, widthOf(format));
    machine.slot(i.d) = machine.floatValue(machine.terms.fpFromBits(format, bits));
  }
  return true;
}

double mathByHardware(ir::MathFunction function, double x, double y) {
  switch (function) {
  case ir::MathFunction::Sin: return std::sin(x);
  case ir::MathFunction::Cos: return std::cos(x);
  case ir::MathFunction::Tan: return std::tan(x);
  case ir::MathFunction::Exp: return std::exp(x);
  case ir::MathFunction::Exp2: return std::exp2(x);
  case ir::MathFunction::Exp10: return std::pow(10.0, x);
  case ir::MathFunction::Log: return std::log(x);
  case ir::MathFunction::Log2: return std::log2(x);
  case ir::MathFunction::Log10: return std::log10(x);
  default: return std::pow(x, y);
  }
}

bool math(Machine& machine, const Instruction& i) {
  const auto format = static_cast<FloatFormat>(i.extra);
  const auto function = static_cast<ir::MathFunction>(i.c);
  const bool isSecondInteger = function == ir::MathFunction::PowInteger || function == ir::MathFunction::LdExp;
  const bool isUnary = function < ir::MathFunction::Pow;
  const Value a = machine.slot(i.a);
  const Value b = isUnary ? Value::concrete(0) : machine.slot(i.b);
  if (!isHardware(format) || !a.isPlain() || !b.isPlain())
    return machine.unsupported("a mathematical function of a symbolic value");
  const double x = asDouble(a, format);
  const auto whole = static_cast<int>(logic::signedValue(b.bits, 32));
  double result = 0;
  if (function == ir::MathFunction::LdExp) result = std::ldexp(x, whole);
  else result = mathByHardware(function, x, isSecondInteger ? whole : asDouble(b, format));
  machine.slot(i.d) = format == FloatFormat::Single ? fromHardware(static_cast<float>(result)) : fromHardware(result);
  return true;
}

constexpr std::array table = {
    HandlerEntry{Opcode::FAdd, binary},
    HandlerEntry{Opcode::FSub, binary},
    HandlerEntry{Opcode::FMul, binary},
    HandlerEntry{Opcode::FDiv, binary},
    HandlerEntry{Opcode::FRem, binary},
    HandlerEntry{Opcode::FMinNum, binary},
    HandlerEntry{Opcode::FMaxNum, binary},
    HandlerEntry{Opcode::FMinimum, binary},
    HandlerEntry{Opcode::FMaximum, binary},
    HandlerEntry{Opcode::FCopySign, binary},
    HandlerEntry{Opcode::FNeg, unary},
    HandlerEntry{Opcode::FAbs, unary},
    HandlerEntry{Opcode::FSqrt, unary},
    HandlerEntry{Opcode::FFloor, unary},
    HandlerEntry{Opcode::FCeil, unary},
    HandlerEntry{Opcode::FTrunc, unary},
    HandlerEntry{Opcode::FRint, unary},
    HandlerEntry{Opcode::FNearbyInt, unary},
    HandlerEntry{Opcode::FRound, unary},
    HandlerEntry{Opcode::FRoundEven, unary},
    HandlerEntry{Opcode::FFma, fusedMultiply},
    HandlerEntry{Opcode::FMulAdd, fusedMultiply},
    HandlerEntry{Opcode::FCompare, compare},
    HandlerEntry{Opcode::FClass, classify},
    HandlerEntry{Opcode::FResize, resize},
    HandlerEntry{Opcode::FToSigned, toInteger},
    HandlerEntry{Opcode::FToUnsigned, toInteger},
    HandlerEntry{Opcode::FFromSigned, fromInteger},
    HandlerEntry{Opcode::FFromUnsigned, fromInteger},
    HandlerEntry{Opcode::FToBits, reinterpret},
    HandlerEntry{Opcode::FFromBits, reinterpret},
    HandlerEntry{Opcode::FMath, math},
};

} // namespace

std::span<const HandlerEntry> floatHandlers() { return table; }

} // namespace beagle::exec
