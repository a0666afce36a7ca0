#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace beagle::logic {

/// The simplifier's rules by family. Each fires in one place, which shows it as an equation; a test has every
/// one of them proved by the solver.
// clang-format off
#define BEAGLE_LOGIC_RULES(X)                                                                                   \
  /* any operator */                                                                                            \
  X(FoldConstants) X(SwapOperands) X(PushIntoIteConstants)                                                      \
  /* Bool */                                                                                                    \
  X(NotNot) X(NotLess) X(NotLessEqual)                                                                          \
  X(JunctionSame) X(JunctionNeutral) X(JunctionAbsorbing) X(JunctionComplement) X(JunctionInside)               \
  X(JunctionInsideComplement) X(JunctionAbsorbs) X(JunctionDropsComplement) X(AndEqualDecides)                  \
  X(OrDifferentDecides) X(LessOrEqual) X(LessEqualAndDifferent) X(AndBounds) X(OrBounds)                        \
  X(XorSame) X(XorConstant) X(XorComplement) X(XorNot) X(XorTwice) X(EqualBools)                                \
  X(IteCondition) X(IteSame) X(IteNot) X(IteBoolConstant) X(IteBoolComplement) X(IteBoolCondition)              \
  X(IteSameCondition) X(IteSharedBranch) X(IteEqualBranches)                                                    \
  /* arithmetic */                                                                                              \
  X(AddZero) X(AddConstants) X(AddConstantOut) X(AddNegated) X(AddComplement) X(AddSubtracted)                  \
  X(AddConstantMinus) X(AddOneBit) X(AddDisjoint)                                                               \
  X(SubSame) X(SubConstant) X(SubFromZero) X(SubNegated) X(SubSummand) X(SubSum) X(SubConstantOut)              \
  X(SubDifference) X(SubConstantMinusSum) X(SubComplement)                                                      \
  X(NegNeg) X(NegDifference) X(NegSum) X(NegNot) X(NegProduct)                                                  \
  X(MulZero) X(MulOne) X(MulMinusOne) X(MulPowerOfTwo) X(MulConstants) X(MulDistributes) X(MulNegated)          \
  X(UDivOne) X(UDivZero) X(UDivPowerOfTwo) X(UDivTwice) X(UDivSmall) X(UDivNarrow)                              \
  X(URemOne) X(URemZero) X(URemPowerOfTwo) X(URemSame) X(URemSmall) X(URemNarrow)                               \
  X(SDivOne) X(SDivMinusOne) X(SDivZero) X(SDivUnsigned) X(SDivPowerOfTwo) X(SDivNegative) X(SDivMinimum)       \
  X(SDivTwice)                                                                                                  \
  X(SRemOne) X(SRemZero) X(SRemUnsigned) X(SRemPowerOfTwo) X(SRemNegative) X(SRemMinimum) X(SRemSame)           \
  /* bits */                                                                                                    \
  X(BitNotNot) X(BitNotSum) X(BitNotNeg) X(BitNotXor)                                                           \
  X(BitAndZero) X(BitAndOnes) X(BitAndHighZeros) X(BitAndLowZeros) X(BitAndZeroExtended)                        \
  X(BitOrZero) X(BitOrOnes) X(BitOrDisjoint) X(BitXorZero) X(BitXorOnes) X(BitXorNot) X(BitXorTwice)            \
  X(BitXorDisjoint) X(BitwiseSame) X(BitwiseComplement) X(BitwiseConstants) X(BitwiseZeroExtended)              \
  X(BitwiseSignExtended) X(BitwiseConcat) X(BitwiseAbsorbs) X(BitwiseInside) X(BitwiseTruths)                   \
  X(ShiftZero) X(ShiftOut) X(ShiftOfConstant) X(ShlConstant) X(LShrConstant) X(AShrConstant) X(ShlSum)          \
  X(ConcatNested) X(ConcatConstants) X(ConcatZeros) X(ConcatZeroExtended) X(ConcatSignExtended)                 \
  X(ConcatSignCopy) X(ConcatAdjacent)                                                                           \
  X(ExtractAll) X(ExtractExtract) X(ExtractConcatHigh) X(ExtractConcatLow) X(ExtractConcatBoth)                 \
  X(ExtractExtendInside) X(ExtractZeroExtendAbove) X(ExtractSignExtendAbove) X(ExtractExtendAcross)             \
  X(ExtractLowArithmetic)                                                                                       \
  X(ExtendSame) X(ExtendTwice) X(SignExtendZeroExtended)                                                        \
  /* comparison */                                                                                              \
  X(EqualSame) X(EqualSum) X(EqualDifference) X(EqualConstantMinus) X(EqualNegated) X(EqualXor)                 \
  X(EqualProduct) X(EqualZeroExtended) X(EqualSignExtended) X(EqualConcat) X(EqualBitOr) X(EqualBitAnd)         \
  X(EqualOneBit) X(EqualKnownBits) X(EqualExtended) X(EqualConcats) X(EqualSums)           \
  X(EqualSummand) X(EqualNaN)                                                                                   \
  X(LessSame) X(LessLimit) X(LessConstant) X(LessAtEdge) X(LessByRange) X(LessExtended) X(LessExtendedConstant) \
  X(LessConcats) X(LessSameSign) X(EqualDivided) X(LessDivided)                                                 \
  /* arrays */                                                                                                  \
  X(SelectStored) X(SelectPastStore) X(SelectConstArray) X(SelectTable) X(StoreTwice) X(StoreSelected)          \
  X(StoreSameElement)                                                                                           \
  /* floats */                                                                                                  \
  X(FpNegNeg) X(FpAbsSign) X(FpFromToBits) X(FpSameOperand) X(FpTimesOne) X(FpOverOne) X(FpPlusMinusZero)       \
  X(FpEqualZero) X(FpClassOfSigned) X(FpIsNegativeNegated) X(FpSameFormat) X(FpFromWidened)                    \
  X(FpCompareWidened) X(FpClassOfWidened) X(FpFromExtended) X(FpCompareIntegers)
// clang-format on

enum class Rule : std::uint16_t {
#define BEAGLE_LOGIC_RULE(name) name,
  BEAGLE_LOGIC_RULES(BEAGLE_LOGIC_RULE)
#undef BEAGLE_LOGIC_RULE
};

/// The rules' names, in the order of the enumeration.
inline constexpr auto ruleNames = std::to_array<std::string_view>({
#define BEAGLE_LOGIC_RULE(name) #name,
    BEAGLE_LOGIC_RULES(BEAGLE_LOGIC_RULE)
#undef BEAGLE_LOGIC_RULE
});
inline constexpr std::size_t ruleCount = ruleNames.size();

/// How often each rule fired.
class RuleCounts {
public:
  void bump(Rule rule) { ++counts_[static_cast<std::size_t>(rule)]; }
  [[nodiscard]] std::uint64_t operator[](Rule rule) const { return counts_[static_cast<std::size_t>(rule)]; }
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) sum += count;
    return sum;
  }

private:
  std::array<std::uint64_t, ruleCount> counts_{};
};

} // namespace beagle::logic
