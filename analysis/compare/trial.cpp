#include "analysis/compare/trial.h"

#include <algorithm>
#include <array>
#include <bit>

namespace beagle::compare {

using ir::ScalarKind;
using ir::ScalarType;

namespace {

constexpr std::uint64_t distance = 0x1000'0000; ///< between what pointers lead to

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31U);
}

double real(std::uint64_t hash) {
  constexpr std::array special{0.0, 1.0, -1.0, 0.5, 2.0, -2.5, 4.0, 100.0};
  if (hash % 3 == 0) return special[(hash >> 8U) % special.size()];
  return static_cast<double>(static_cast<std::int64_t>((hash >> 8U) % 20'001) - 8'000) / 1'000;
}

Term realConstant(logic::TermManager& terms, logic::FloatFormat format, double value) {
  const logic::BitVector bits(64, std::bit_cast<std::uint64_t>(value));
  const Term wide = terms.floatConstant(logic::FloatFormat::Double, bits);
  return terms.fpFromFloat(format, wide);
}

} // namespace

void addNumbers(const ir::Function& function, std::vector<std::uint64_t>& numbers) {
  constexpr std::size_t most = 64;
  const auto add = [&](std::uint64_t number) {
    if (numbers.size() < most && std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  };
  for (const ir::Constant& constant : function.constants)
    if (constant.kind == ir::Constant::Kind::Bits && constant.type.kind == ScalarKind::Integer &&
        constant.type.width <= 64)
      add(constant.bits);
  for (const ir::SwitchTable& table : function.switches)
    for (const auto& [number, block] : table.cases) add(number);
}

Term Trial::argument(std::size_t index, ScalarType type) {
  const std::uint64_t hash = mixed(seed_ + mixed(index + 1));
  if (type.kind == ScalarKind::Pointer) return terms_.constant(64, distance * (index + 1) + 64 * (hash % 1024));
  if (type.kind == ScalarKind::Float || type.width == 1) return constant(hash, type);
  // Mostly what a loop comes to the end of soon.
  const bool isSmall = hash % 4 != 0;
  return isSmall ? terms_.constant(type.width, (hash >> 8U) % 11) : constant(hash >> 2U, type);
}

Term Trial::chosen(Term term, ScalarType type) {
  const auto isFunction = [&](std::uint32_t number) { return terms_.functionAt(number).has_value(); };
  if (terms_.isConstant(term) || std::ranges::none_of(terms_.support(term), isFunction)) return term;
  noteLoad(term, type);
  return constant(mixed(seed_ ^ alike(term, type)), type);
}

/// What tells the choice: in some trials neighbours are mostly the same, as loops go on by what they read.
std::uint64_t Trial::alike(Term term, ScalarType type) const {
  constexpr std::array<std::uint64_t, 4> together{1, 3, 1, 10};
  const std::uint64_t count = together[seed_ % together.size()];
  if (count == 1 || type.kind != ScalarKind::Integer || terms_.op(term) != logic::Op::Apply)
    return terms_.structuralHash(term);
  const auto parts = terms_.operands(term);
  if (parts.size() != 2 || !terms_.isConstant(parts[1]) || terms_.sort(parts[1]) != logic::Sort::bits(64))
    return terms_.structuralHash(term);
  const std::uint64_t place = terms_.bits64(parts[1]) / (count * ((type.width + 7U) / 8));
  return mixed(terms_.structuralHash(parts[0]) ^ mixed(place));
}

void Trial::noteLoad(Term term, ScalarType type) {
  while (terms_.op(term) != logic::Op::Apply) {
    if (terms_.operands(term).empty()) return;
    term = terms_.operand(term, 0);
  }
  const auto parts = terms_.operands(term);
  if (parts.size() != 2 || !terms_.isConstant(parts[1]) || terms_.sort(parts[1]) != logic::Sort::bits(64)) return;
  const std::uint64_t address = terms_.bits64(parts[1]);
  const auto at = loaded_.try_emplace(address, type).first;
  const auto next = std::next(at);
  const auto reaches = [](const auto& load, std::uint64_t other) {
    return load->first + (load->second.width + 7) / 8 > other;
  };
  isDoubtful_ = isDoubtful_ || !(at->second == type) || (next != loaded_.end() && reaches(at, next->first)) ||
                (at != loaded_.begin() && reaches(std::prev(at), address));
}

Term Trial::constant(std::uint64_t hash, ScalarType type) const {
  if (type.kind == ScalarKind::Float)
    return realConstant(terms_, static_cast<logic::FloatFormat>(type.format), real(hash));
  if (type.kind == ScalarKind::Pointer) // often the end of a list
    return terms_.constant(64, hash % 3 == 0 ? 0 : distance * (32 + hash % 61));
  if (type.width == 1) return terms_.truth(hash % 2 == 0);
  return terms_.constant(type.width, number(hash, type.width));
}

std::uint64_t Trial::number(std::uint64_t hash, std::uint32_t width) const {
  const std::uint64_t other = mixed(hash);
  if (width == 8) { // texts, which should not end too soon
    constexpr std::string_view common("0129azAZ -+.x ");
    const std::uint64_t number = numbers_.empty() ? other : numbers_[other % numbers_.size()] + (hash >> 8U) % 3 - 1;
    const bool isCommon = hash % 2 == 0 || (number % 256 == 0 && hash % 8 != 1);
    return isCommon ? static_cast<unsigned char>(common[other % common.size()]) : number;
  }
  if (hash % 8 < 3 && !numbers_.empty()) return numbers_[other % numbers_.size()] + (hash >> 8U) % 3 - 1;
  if (hash % 8 < 6) return other % 13;
  if (hash % 8 == 6) return other % 201 - 100;
  return other;
}

} // namespace beagle::compare
