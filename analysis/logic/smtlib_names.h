#pragma once

#include "analysis/logic/sort.h"
#include "analysis/logic/term.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace beagle::logic {

/// Operators that SMT-LIB has under one name and that take just their operands.
inline constexpr auto plainNames = std::to_array<std::pair<Op, std::string_view>>({
    {Op::Equal, "="},
    {Op::Ite, "ite"},
    {Op::Not, "not"},
    {Op::And, "and"},
    {Op::Or, "or"},
    {Op::Xor, "xor"},
    {Op::Add, "bvadd"},
    {Op::Sub, "bvsub"},
    {Op::Mul, "bvmul"},
    {Op::UDiv, "bvudiv"},
    {Op::SDiv, "bvsdiv"},
    {Op::URem, "bvurem"},
    {Op::SRem, "bvsrem"},
    {Op::Neg, "bvneg"},
    {Op::BitNot, "bvnot"},
    {Op::BitAnd, "bvand"},
    {Op::BitOr, "bvor"},
    {Op::BitXor, "bvxor"},
    {Op::Shl, "bvshl"},
    {Op::LShr, "bvlshr"},
    {Op::AShr, "bvashr"},
    {Op::Concat, "concat"},
    {Op::ULess, "bvult"},
    {Op::ULessEqual, "bvule"},
    {Op::SLess, "bvslt"},
    {Op::SLessEqual, "bvsle"},
    {Op::Select, "select"},
    {Op::Store, "store"},
    {Op::FpNeg, "fp.neg"},
    {Op::FpAbs, "fp.abs"},
    {Op::FpEqual, "fp.eq"},
    {Op::FpLess, "fp.lt"},
    {Op::FpLessEqual, "fp.leq"},
    {Op::FpIsNaN, "fp.isNaN"},
    {Op::FpIsInfinite, "fp.isInfinite"},
    {Op::FpIsZero, "fp.isZero"},
    {Op::FpIsNormal, "fp.isNormal"},
    {Op::FpIsSubnormal, "fp.isSubnormal"},
    {Op::FpIsNegative, "fp.isNegative"},
});

/// Operators that take a rounding mode before their operands.
inline constexpr auto roundedNames = std::to_array<std::pair<Op, std::string_view>>({
    {Op::FpAdd, "fp.add"},
    {Op::FpSub, "fp.sub"},
    {Op::FpMul, "fp.mul"},
    {Op::FpDiv, "fp.div"},
    {Op::FpFma, "fp.fma"},
    {Op::FpSqrt, "fp.sqrt"},
    {Op::FpRound, "fp.roundToIntegral"},
});

inline constexpr std::array<std::string_view, 5> roundingNames{"RNE", "RNA", "RTP", "RTN", "RTZ"};
inline constexpr std::array<std::string_view, 6> formatNames{"Half", "BFloat", "Single", "Double", "X87", "Quad"};

/// Of an operator that the table names; the table's order does not matter.
template <class Table> [[nodiscard]] constexpr std::optional<std::string_view> nameIn(const Table& table, Op op) {
  for (const auto& [known, name] : table)
    if (known == op) return name;
  return std::nullopt;
}

inline constexpr std::string_view ownPrefix = "beagle.";
inline constexpr std::string_view definitionPrefix = "beagle.definition.";

} // namespace beagle::logic
