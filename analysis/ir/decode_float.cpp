#include "analysis/ir/decoder.h"

namespace beagle::ir {

namespace {

namespace Id = llvm::Intrinsic;

struct FloatOperation {
  Opcode op;
  unsigned operands;
};

std::optional<FloatOperation> operationOf(Id::ID id) {
  switch (id) {
  case Id::fabs: return FloatOperation{Opcode::FAbs, 1};
  case Id::sqrt: return FloatOperation{Opcode::FSqrt, 1};
  case Id::fma: return FloatOperation{Opcode::FFma, 3};
  case Id::fmuladd: return FloatOperation{Opcode::FMulAdd, 3};
  case Id::minnum: return FloatOperation{Opcode::FMinNum, 2};
  case Id::maxnum: return FloatOperation{Opcode::FMaxNum, 2};
  case Id::minimum: return FloatOperation{Opcode::FMinimum, 2};
  case Id::maximum: return FloatOperation{Opcode::FMaximum, 2};
  case Id::copysign: return FloatOperation{Opcode::FCopySign, 2};
  case Id::floor: return FloatOperation{Opcode::FFloor, 1};
  case Id::ceil: return FloatOperation{Opcode::FCeil, 1};
  case Id::trunc: return FloatOperation{Opcode::FTrunc, 1};
  case Id::rint: return FloatOperation{Opcode::FRint, 1};
  case Id::nearbyint: return FloatOperation{Opcode::FNearbyInt, 1};
  case Id::round: return FloatOperation{Opcode::FRound, 1};
  case Id::roundeven: return FloatOperation{Opcode::FRoundEven, 1};
  default: return std::nullopt;
  }
}

std::optional<MathFunction> mathOf(Id::ID id) {
  switch (id) {
  case Id::sin: return MathFunction::Sin;
  case Id::cos: return MathFunction::Cos;
  case Id::tan: return MathFunction::Tan;
  case Id::exp: return MathFunction::Exp;
  case Id::exp2: return MathFunction::Exp2;
  case Id::exp10: return MathFunction::Exp10;
  case Id::log: return MathFunction::Log;
  case Id::log2: return MathFunction::Log2;
  case Id::log10: return MathFunction::Log10;
  case Id::pow: return MathFunction::Pow;
  case Id::powi: return MathFunction::PowInteger;
  case Id::ldexp: return MathFunction::LdExp;
  default: return std::nullopt;
  }
}

} // namespace

bool Decoder::decodeFloatIntrinsic(const llvm::IntrinsicInst& call) {
  const Id::ID id = call.getIntrinsicID();
  const unsigned count = call.arg_size();
  const std::vector<ScalarType>& to = *scalarsOf(call.getType());
  if (count == 0 || to.empty()) return false;
  if (const auto operation = operationOf(id)) {
    elementwise(call, operation->op, operation->operands, to[0].format);
    return true;
  }
  const std::vector<ScalarType>* argument = scalarsOf(call.getArgOperand(0)->getType());
  if (!argument || argument->empty()) return false;
  const ScalarType from = argument->front();
  if (const auto function = mathOf(id)) {
    const Slots first = slotsOf(*call.getArgOperand(0));
    const Slots second = count > 1 ? slotsOf(*call.getArgOperand(1)) : first;
    const bool isInteger = *function == MathFunction::PowInteger || *function == MathFunction::LdExp;
    const unsigned exponent = call.getArgOperand(count - 1)->getType()->getScalarSizeInBits();
    if (isInteger && exponent > 32) return false;
    Slots results;
    for (std::size_t i = 0; i < to.size(); ++i) {
      SlotIndex b = second.size() == first.size() ? second[i] : second[0];
      if (isInteger) b = resize(b, exponent, 32, true);
      results.push_back(
          compute(Opcode::FMath, from.width, first[i], b, static_cast<SlotIndex>(*function), from.format));
    }
    define(call, results);
    return true;
  }
  // Conversions, element by element.
  auto each = [&](auto&& one) {
    Slots results;
    for (const SlotIndex value : slotsOf(*call.getArgOperand(0))) results.push_back(one(value));
    define(call, results);
    return true;
  };
  auto roundTo = [&](Opcode rounding) {
    return each([&](SlotIndex value) {
      const SlotIndex whole = compute(rounding, from.width, value, 0, 0, from.format);
      return compute(Opcode::FToSigned, to[0].width, whole, 0, 0, from.format);
    });
  };
  switch (id) {
  case Id::lrint:
  case Id::llrint: return roundTo(Opcode::FRint);
  case Id::lround:
  case Id::llround: return roundTo(Opcode::FRound);
  case Id::fptosi_sat:
    return each([&](SlotIndex value) { return compute(Opcode::FToSigned, to[0].width, value, 0, 1, from.format); });
  case Id::fptoui_sat:
    return each([&](SlotIndex value) { return compute(Opcode::FToUnsigned, to[0].width, value, 0, 1, from.format); });
  case Id::is_fpclass: {
    const auto mask = static_cast<SlotIndex>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue());
    return each([&](SlotIndex value) { return compute(Opcode::FClass, from.width, value, 0, mask, from.format); });
  }
  default: return false;
  }
}

} // namespace beagle::ir
