// The operators of the theories, as SmtReader reads them.
#include "analysis/logic/smtlib_names.h"
#include "analysis/logic/smtlib_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace beagle::logic {

namespace {

/// Whether several operands are taken two by two from the left.
bool isLeftAssociative(Op op) {
  switch (op) {
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Add:
  case Op::Mul:
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor:
  case Op::Concat: return true;
  default: return false;
  }
}

std::size_t operandCount(Op op) {
  switch (op) {
  case Op::Not:
  case Op::Neg:
  case Op::BitNot:
  case Op::FpNeg:
  case Op::FpAbs: return 1;
  case Op::Ite:
  case Op::Store: return 3;
  default: return op >= Op::FpIsNaN && op <= Op::FpIsNegative ? 1 : 2;
  }
}

bool isChained(Op op) { return op == Op::Equal || (op >= Op::FpEqual && op <= Op::FpLessEqual); }

} // namespace

Term SmtReader::plain(std::uint32_t id, Op op, std::span<const Term> x) {
  switch (op) {
  case Op::Equal: wantSort(id, x[1], m_.sort(x[0])); return m_.equal(x[0], x[1]);
  case Op::Ite:
    wantBools(id, x.first(1));
    wantSort(id, x[2], m_.sort(x[1]));
    return m_.ite(x[0], x[1], x[2]);
  case Op::Not: wantBools(id, x); return m_.logicalNot(x[0]);
  case Op::And: wantBools(id, x); return m_.logicalAnd(x[0], x[1]);
  case Op::Or: wantBools(id, x); return m_.logicalOr(x[0], x[1]);
  case Op::Xor: wantBools(id, x); return m_.logicalXor(x[0], x[1]);
  case Op::Select:
  case Op::Store: {
    const Sort array = m_.sort(x[0]);
    if (!array.isArray()) fail(id, fmt::format("an array is expected here, not {}", array.str()));
    wantSort(id, x[1], Sort::bits(array.index));
    if (op == Op::Select) return m_.select(x[0], x[1]);
    wantSort(id, x[2], Sort::bits(array.width));
    return m_.store(x[0], x[1], x[2]);
  }
  default: break;
  }
  if (op >= Op::FpAdd) {
    wantFloats(id, x);
    return x.size() == 1 ? m_.fpUnary(op, x[0]) : m_.fpBinary(op, x[0], x[1]);
  }
  wantBits(id, x);
  if (x.size() == 1) return m_.unary(op, x[0]);
  if (op != Op::Concat) wantSort(id, x[1], m_.sort(x[0]));
  return m_.binary(op, x[0], x[1]);
}

/// What needs no more than its operands.
std::optional<Term> SmtReader::core(std::uint32_t id, std::string_view head) {
  if (head == "=>") {
    wantChildren(id, 3, node(id).children.size());
    const std::vector<Term> operands = operandsOf(id);
    wantBools(id, operands);
    Term result = operands.back();
    for (std::size_t i = operands.size() - 1; i-- > 0;) result = m_.implies(operands[i], result);
    return result;
  }
  if (head == "distinct") {
    wantChildren(id, 3, node(id).children.size());
    const std::vector<Term> operands = operandsOf(id);
    Term result = m_.truth(true);
    for (std::size_t i = 0; i < operands.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        wantSort(id, operands[i], m_.sort(operands[j]));
        result = m_.logicalAnd(result, m_.logicalNot(m_.equal(operands[j], operands[i])));
      }
    return result;
  }
  const auto* const found = std::ranges::find_if(plainNames, [&](const auto& entry) { return entry.second == head; });
  if (found == plainNames.end()) return std::nullopt;
  const Op op = found->first;
  const std::size_t count = operandCount(op);
  const bool many = isLeftAssociative(op) || isChained(op);
  wantChildren(id, count + 1, many ? node(id).children.size() : count + 1);
  const std::vector<Term> operands = operandsOf(id);
  if (!many) return plain(id, op, operands);
  Term result;
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const std::array pair{isChained(op) || i == 1 ? operands[i - 1] : result, operands[i]};
    const Term step = plain(id, op, pair);
    result = isChained(op) && i > 1 ? m_.logicalAnd(result, step) : step;
  }
  return result;
}

/// Bit-vector operators that are made of others.
std::optional<Term> SmtReader::bits(std::uint32_t id, std::string_view head) {
  static constexpr std::pair<std::string_view, Op> swapped[] = {
      {"bvugt", Op::ULess}, {"bvuge", Op::ULessEqual}, {"bvsgt", Op::SLess}, {"bvsge", Op::SLessEqual}};
  static constexpr std::pair<std::string_view, Op> negated[] = {
      {"bvnand", Op::BitAnd}, {"bvnor", Op::BitOr}, {"bvxnor", Op::BitXor}};
  if (!head.starts_with("bv")) return std::nullopt;
  wantChildren(id, 3, 3);
  const std::vector<Term> x = operandsOf(id);
  wantBits(id, x);
  wantSort(id, x[1], m_.sort(x[0]));
  for (const auto& [name, op] : swapped)
    if (head == name) return m_.binary(op, x[1], x[0]);
  for (const auto& [name, op] : negated)
    if (head == name) return m_.unary(Op::BitNot, m_.binary(op, x[0], x[1]));
  if (head == "bvcomp") return m_.boolToBits(m_.equal(x[0], x[1]), 1);
  if (head != "bvsmod") return std::nullopt;
  // The remainder with the divisor's sign.
  const Term zero = m_.constant(m_.width(x[0]), 0);
  const Term rest = m_.binary(Op::SRem, x[0], x[1]);
  const Term differ = m_.binary(Op::SLess, m_.binary(Op::BitXor, rest, x[1]), zero);
  const Term moves = m_.logicalAnd(differ, m_.logicalNot(m_.equal(rest, zero)));
  const Term nonZero = m_.logicalNot(m_.equal(x[1], zero));
  return m_.ite(m_.logicalAnd(moves, nonZero), m_.binary(Op::Add, rest, x[1]), rest);
}

std::optional<Term> SmtReader::floats(std::uint32_t id, std::string_view head) {
  const auto& children = node(id).children;
  const auto* const rounded =
      std::ranges::find_if(roundedNames, [&](const auto& entry) { return entry.second == head; });
  if (rounded != roundedNames.end()) {
    const Op op = rounded->first;
    const std::size_t count = op == Op::FpFma ? 3 : op == Op::FpSqrt || op == Op::FpRound ? 1 : 2;
    wantChildren(id, count + 2, count + 2);
    const RoundingMode rounding = mode(children[1]);
    const std::vector<Term> x = operandsOf(id, 2);
    wantFloats(id, x);
    if (count == 3) return m_.fpFma(x[0], x[1], x[2], rounding);
    return count == 1 ? m_.fpUnary(op, x[0], rounding) : m_.fpBinary(op, x[0], x[1], rounding);
  }
  if (head == "fp.rem")
    fail(children[0], "fp.rem, which rounds to nearest, is not supported", "beagle.fmod.F is C's fmod");
  if (head == "fp.gt" || head == "fp.geq" || head == "fp.min" || head == "fp.max") {
    wantChildren(id, 3, 3);
    const std::vector<Term> x = operandsOf(id);
    wantFloats(id, x);
    if (head == "fp.min" || head == "fp.max") return m_.fpBinary(head == "fp.min" ? Op::FpMin : Op::FpMax, x[0], x[1]);
    return m_.fpBinary(head == "fp.gt" ? Op::FpLess : Op::FpLessEqual, x[1], x[0]);
  }
  if (head == "fp.isPositive" || head == "fp.to_ieee_bv") {
    wantChildren(id, 2, 2);
    const std::vector<Term> x = operandsOf(id);
    wantFloats(id, x);
    if (head == "fp.to_ieee_bv" && m_.width(x[0]) != 80) return m_.fpToBits(x[0]);
    if (head == "fp.to_ieee_bv") fail(id, "fp.to_ieee_bv has no bit for X87's leading bit");
    return m_.logicalNot(m_.logicalOr(m_.fpUnary(Op::FpIsNaN, x[0]), m_.fpUnary(Op::FpIsNegative, x[0])));
  }
  return std::nullopt;
}

/// (fp sign exponent fraction)
Term SmtReader::floatParts(std::uint32_t id) {
  wantChildren(id, 4, 4);
  const std::vector<Term> x = operandsOf(id);
  wantBits(id, x);
  const auto format = formatOf(m_.width(x[1]), m_.width(x[2]) + 1);
  if (m_.width(x[0]) != 1 || !format) fail(id, "sign, exponent and fraction of no known float format");
  Term fraction = x[2];
  if (*format == FloatFormat::X87) {
    const Term isNormal = m_.logicalNot(m_.equal(x[1], m_.constant(15, 0)));
    fraction = m_.binary(Op::Concat, m_.boolToBits(isNormal, 1), fraction);
  }
  return m_.fpFromBits(*format, m_.binary(Op::Concat, x[0], m_.binary(Op::Concat, x[1], fraction)));
}

/// ((_ extract 7 0) x), ((as const S) x)
Term SmtReader::indexedApplication(std::uint32_t id) {
  const std::uint32_t head = node(id).children[0];
  const auto& parts = node(head).children;
  if (parts.size() == 3 && isSymbol(parts[0], "as") && isSymbol(parts[1], "const")) {
    wantChildren(id, 2, 2);
    const Sort array = sort(parts[2]);
    if (!array.isArray()) fail(parts[2], "an array sort is expected here");
    const Term element = term(node(id).children[1]);
    wantSort(node(id).children[1], element, Sort::bits(array.width));
    return m_.constArray(array.index, element);
  }
  if (parts.size() < 3 || !isSymbol(parts[0], "_")) fail(head, "an operator is expected here");
  const std::string& text = node(parts[1]).text;
  if (text == "to_fp" || text == "to_fp_unsigned")
    return conversionToFloat(id, formatAt(head, 2), text == "to_fp_unsigned");
  if (text == "fp.to_sbv" || text == "fp.to_ubv") {
    wantChildren(id, 3, 3);
    const RoundingMode rounding = mode(node(id).children[1]);
    const Term x = term(node(id).children[2]);
    wantFloats(id, std::span(&x, 1));
    return m_.fpToInteger(x, number(parts[2]), text == "fp.to_sbv", rounding);
  }
  wantChildren(id, 2, 2);
  const Term x = term(node(id).children[1]);
  wantBits(id, std::span(&x, 1));
  const std::uint32_t width = m_.width(x), amount = number(parts[2]);
  if (text == "extract") {
    if (parts.size() != 4) fail(head, "extract takes a high and a low bit");
    const std::uint32_t low = number(parts[3]);
    if (low > amount || amount >= width) fail(head, fmt::format("no such bits in {}", m_.sort(x).str()));
    return m_.extract(x, amount, low);
  }
  if (text == "zero_extend") return m_.zeroExtend(x, width + amount);
  if (text == "sign_extend") return m_.signExtend(x, width + amount);
  if (text == "repeat" && amount > 0) {
    Term result = x;
    for (std::uint32_t i = 1; i < amount; ++i) result = m_.binary(Op::Concat, x, result);
    return result;
  }
  if (text == "rotate_left" || text == "rotate_right") {
    const std::uint32_t left = text == "rotate_left" ? amount % width : (width - amount % width) % width;
    if (left == 0) return x;
    return m_.binary(Op::Concat, m_.extract(x, width - left - 1, 0), m_.extract(x, width - 1, width - left));
  }
  fail(head, fmt::format("{} is no indexed operator that is known here", text));
}

Term SmtReader::conversionToFloat(std::uint32_t id, FloatFormat format, bool isUnsigned) {
  wantChildren(id, 2, 3);
  const auto& children = node(id).children;
  const Term x = term(children.back());
  if (children.size() == 2) {
    if (format == FloatFormat::X87)
      fail(id, "to_fp from bits has no bit for X87's leading bit", "use beagle.from_bits.X87");
    wantSort(children[1], x, Sort::bits(widthOf(format)));
    return m_.fpFromBits(format, x);
  }
  const RoundingMode rounding = mode(children[1]);
  if (m_.sort(x).isFloat()) return m_.fpFromFloat(format, x, rounding);
  wantBits(children[2], std::span(&x, 1));
  return m_.fpFromInteger(format, x, !isUnsigned, rounding);
}

/// The printer's own functions: beagle.WHAT.FORMAT, beagle.to_sbv.FORMAT.WIDTH.MODE
Term SmtReader::own(std::uint32_t id, const std::string& function) {
  std::vector<std::string_view> words;
  for (std::size_t from = 0; from <= function.size();) {
    const std::size_t dot = std::min(function.find('.', from), function.size());
    words.push_back(std::string_view(function).substr(from, dot - from));
    from = dot + 1;
  }
  const std::vector<Term> x = operandsOf(id);
  const auto unknown = [&] { fail(node(id).children[0], fmt::format("{} is no function of the printer", function)); };
  const auto* const format = words.size() < 3 ? formatNames.end() : std::ranges::find(formatNames, words[2]);
  if (format == formatNames.end()) unknown();
  const Sort sort = Sort::floating(static_cast<FloatFormat>(format - formatNames.begin()));
  const bool fromBits = words[1] == "from_bits";
  const bool isBinary = words[1] == "fmod" || words[1] == "min" || words[1] == "max";
  wantChildren(id, isBinary ? 3 : 2, isBinary ? 3 : 2);
  for (const Term operand : x) wantSort(id, operand, fromBits ? Sort::bits(sort.width) : sort);
  if (words.size() == 3) {
    if (fromBits) return m_.fpFromBits(sort.format(), x[0]);
    if (words[1] == "to_bits") return m_.fpToBits(x[0]);
    if (words[1] == "fmod") return m_.fpBinary(Op::FpRem, x[0], x[1]);
    if (isBinary) return m_.fpBinary(words[1] == "min" ? Op::FpMin : Op::FpMax, x[0], x[1]);
  }
  if (words.size() == 5 && (words[1] == "to_sbv" || words[1] == "to_ubv")) {
    std::uint32_t width = 0;
    std::from_chars(words[3].data(), words[3].data() + words[3].size(), width);
    const auto* const rounding = std::ranges::find(roundingNames, words[4]);
    if (width > 0 && rounding != roundingNames.end())
      return m_.fpToInteger(x[0], width, words[1] == "to_sbv",
                            static_cast<RoundingMode>(rounding - roundingNames.begin()));
  }
  unknown();
  return {};
}

} // namespace beagle::logic
