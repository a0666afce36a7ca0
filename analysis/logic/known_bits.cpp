#include "analysis/logic/known_bits.h"

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/term_manager.h"

#include <algorithm>
#include <bit>

namespace beagle::logic {

KnownBits unknownBits(std::uint32_t width) {
  KnownBits result;
  if (width > 64) return result;
  result.zeros = ~lowMask(width);
  result.unsignedMax = lowMask(width);
  result.signedMin = signedValue(std::uint64_t{1} << (width - 1), width);
  result.signedMax = static_cast<std::int64_t>(lowMask(width) >> 1);
  return result;
}

namespace {

/// Lets bits and the two ranges learn from each other.
KnownBits settled(KnownBits k, std::uint32_t width) {
  const std::uint64_t mask = lowMask(width), sign = std::uint64_t{1} << (width - 1);
  k.zeros |= ~mask;
  k.unsignedMin = std::max(k.unsignedMin, k.ones);
  k.unsignedMax = std::min(k.unsignedMax, ~k.zeros);
  if (k.signedMin >= 0 || k.signedMax < 0) {
    k.unsignedMin = std::max(k.unsignedMin, static_cast<std::uint64_t>(k.signedMin) & mask);
    k.unsignedMax = std::min(k.unsignedMax, static_cast<std::uint64_t>(k.signedMax) & mask);
  }
  // What the ends of the range have in common from the top on, all in between have.
  const std::uint64_t differ = k.unsignedMin ^ k.unsignedMax;
  const std::uint64_t common =
      differ == 0 ? ~std::uint64_t{0} : ~lowMask(64 - static_cast<std::uint32_t>(std::countl_zero(differ)));
  k.ones |= k.unsignedMin & common;
  k.zeros |= ~k.unsignedMin & common;
  if (k.unsignedMax < sign || k.unsignedMin >= sign) {
    k.signedMin = std::max(k.signedMin, signedValue(k.unsignedMin, width));
    k.signedMax = std::min(k.signedMax, signedValue(k.unsignedMax, width));
  }
  return k;
}

} // namespace

KnownBits constantBits(std::uint64_t value, std::uint32_t width) {
  const std::int64_t number = signedValue(value, width);
  return {~value, value, value, value, number, number};
}

KnownBits unionOf(const KnownBits& a, const KnownBits& b) {
  return {a.zeros & b.zeros,
          a.ones & b.ones,
          std::min(a.unsignedMin, b.unsignedMin),
          std::max(a.unsignedMax, b.unsignedMax),
          std::min(a.signedMin, b.signedMin),
          std::max(a.signedMax, b.signedMax)};
}

bool isEmpty(const KnownBits& known) {
  return (known.zeros & known.ones) != 0 || known.unsignedMin > known.unsignedMax || known.signedMin > known.signedMax;
}

KnownBits intersection(const KnownBits& a, const KnownBits& b, std::uint32_t width) {
  const KnownBits both{a.zeros | b.zeros,
                       a.ones | b.ones,
                       std::max(a.unsignedMin, b.unsignedMin),
                       std::min(a.unsignedMax, b.unsignedMax),
                       std::max(a.signedMin, b.signedMin),
                       std::min(a.signedMax, b.signedMax)};
  return isEmpty(both) ? both : settled(both, width);
}

namespace {

/// Bits of a + b + carry, column by column: a column is known if both summands and the carry into it are.
void addBits(KnownBits& result, const KnownBits& a, std::uint64_t bZeros, std::uint64_t bOnes, std::uint64_t carry,
             std::uint64_t mask) {
  const std::uint64_t most = ~a.zeros + ~bZeros + carry, least = a.ones + bOnes + carry;
  const std::uint64_t carryZero = ~(most ^ a.zeros ^ bZeros), carryOne = least ^ a.ones ^ bOnes;
  const std::uint64_t known = (a.zeros | a.ones) & (bZeros | bOnes) & (carryZero | carryOne) & mask;
  result.zeros |= ~most & known;
  result.ones |= least & known;
}

/// Wide enough for sums and products of 64-bit numbers.
__extension__ using Wide = __int128;

/// The exact result lies in there; where it does not fit into the width, it wraps and nothing is known.
void setSigned(KnownBits& result, Wide low, Wide high) {
  if (low < result.signedMin || high > result.signedMax) return;
  result.signedMin = static_cast<std::int64_t>(low);
  result.signedMax = static_cast<std::int64_t>(high);
}

KnownBits ofArithmetic(Op op, const KnownBits& a, const KnownBits& b, std::uint32_t width) {
  const std::uint64_t mask = lowMask(width);
  KnownBits result = unknownBits(width);
  switch (op) {
  case Op::Add:
    addBits(result, a, b.zeros, b.ones, 0, mask);
    if (a.unsignedMax <= mask - b.unsignedMax) {
      result.unsignedMin = a.unsignedMin + b.unsignedMin;
      result.unsignedMax = a.unsignedMax + b.unsignedMax;
    }
    setSigned(result, Wide(a.signedMin) + b.signedMin, Wide(a.signedMax) + b.signedMax);
    break;
  case Op::Sub:
    addBits(result, a, b.ones | ~mask, b.zeros & mask, 1, mask);
    if (a.unsignedMin >= b.unsignedMax) {
      result.unsignedMin = a.unsignedMin - b.unsignedMax;
      result.unsignedMax = a.unsignedMax - b.unsignedMin;
    }
    setSigned(result, Wide(a.signedMin) - b.signedMax, Wide(a.signedMax) - b.signedMin);
    break;
  case Op::Mul: {
    const int zeros = std::countr_one(a.zeros) + std::countr_one(b.zeros);
    result.zeros |= lowMask(static_cast<std::uint32_t>(std::min(zeros, 64)));
    if (b.unsignedMax == 0 || a.unsignedMax <= mask / b.unsignedMax) {
      result.unsignedMin = a.unsignedMin * b.unsignedMin;
      result.unsignedMax = a.unsignedMax * b.unsignedMax;
    }
    const auto [low, high] = std::minmax({Wide(a.signedMin) * b.signedMin, Wide(a.signedMin) * b.signedMax,
                                          Wide(a.signedMax) * b.signedMin, Wide(a.signedMax) * b.signedMax});
    setSigned(result, low, high);
    break;
  }
  case Op::UDiv:
    if (b.unsignedMin == 0) break; // x / 0 is all ones
    result.unsignedMin = a.unsignedMin / b.unsignedMax;
    result.unsignedMax = a.unsignedMax / b.unsignedMin;
    break;
  case Op::URem:
    result.unsignedMax = a.unsignedMax;
    if (b.unsignedMin > 0) result.unsignedMax = std::min(a.unsignedMax, b.unsignedMax - 1);
    break;
  case Op::SDiv: {
    if (b.signedMin <= 0 && b.signedMax >= 0) break; // may divide by 0
    const auto [low, high] = std::minmax({Wide(a.signedMin) / b.signedMin, Wide(a.signedMin) / b.signedMax,
                                          Wide(a.signedMax) / b.signedMin, Wide(a.signedMax) / b.signedMax});
    setSigned(result, low, high);
    break;
  }
  case Op::SRem: {
    // The sign of the dividend, and nearer to 0 than both operands; x % 0 is x.
    const bool zero = b.signedMin <= 0 && b.signedMax >= 0;
    const Wide most = std::max(std::max(Wide(b.signedMax), -Wide(b.signedMin)), -Wide(b.signedMax)) - 1;
    const Wide low = std::min<Wide>(a.signedMin, 0), high = std::max<Wide>(a.signedMax, 0);
    setSigned(result, zero ? low : std::max(low, -most), zero ? high : std::min(high, most));
    break;
  }
  case Op::LShr:
    result.unsignedMax = b.unsignedMin >= width ? 0 : a.unsignedMax >> b.unsignedMin;
    result.unsignedMin = b.unsignedMax >= width ? 0 : a.unsignedMin >> b.unsignedMax;
    break;
  case Op::Shl:
    result.zeros |= lowMask(static_cast<std::uint32_t>(std::min<std::uint64_t>(
        static_cast<std::uint64_t>(std::countr_one(a.zeros)) + std::min<std::uint64_t>(b.unsignedMin, 64), 64)));
    if (b.unsignedMax < width && a.unsignedMax <= mask >> b.unsignedMax) {
      result.unsignedMin = a.unsignedMin << b.unsignedMin;
      result.unsignedMax = a.unsignedMax << b.unsignedMax;
    }
    break;
  case Op::AShr: {
    const auto least = std::min<std::uint64_t>(b.unsignedMin, width - 1);
    const auto most = std::min<std::uint64_t>(b.unsignedMax, width - 1);
    result.signedMin = a.signedMin >> (a.signedMin < 0 ? least : most);
    result.signedMax = a.signedMax >> (a.signedMax < 0 ? most : least);
    break;
  }
  default: break;
  }
  return result;
}

KnownBits ofBits(Op op, const KnownBits& a, const KnownBits& b, std::uint32_t width) {
  KnownBits result = unknownBits(width);
  switch (op) {
  case Op::BitAnd:
    result.zeros |= a.zeros | b.zeros;
    result.ones |= a.ones & b.ones;
    result.unsignedMax = std::min(a.unsignedMax, b.unsignedMax);
    break;
  case Op::BitOr:
    result.zeros |= a.zeros & b.zeros;
    result.ones |= a.ones | b.ones;
    result.unsignedMin = std::max(a.unsignedMin, b.unsignedMin);
    break;
  case Op::BitXor:
    result.zeros |= (a.zeros & b.zeros) | (a.ones & b.ones);
    result.ones |= (a.zeros & b.ones) | (a.ones & b.zeros);
    break;
  default: break;
  }
  return result;
}

} // namespace

/// From what is known of the operands, for terms of at most 64 bits.
KnownBits knownBitsFrom(const TermManager& m, Term term, std::span<const KnownBits> operands) {
  const std::uint32_t width = m.width(term);
  const std::uint64_t mask = lowMask(width);
  KnownBits result = unknownBits(width);
  const auto operandWidth = [&](std::size_t i) { return m.width(m.operand(term, i)); };
  switch (m.op(term)) {
  case Op::Constant: return constantBits(m.bits64(term), width);
  case Op::Ite:
    if (m.sort(term).isFloat() || m.sort(term).isArray()) return result;
    return unionOf(operands[1], operands[2]);
  case Op::BitNot:
    result.zeros |= operands[0].ones;
    result.ones |= operands[0].zeros & mask;
    result.unsignedMin = mask - operands[0].unsignedMax;
    result.unsignedMax = mask - operands[0].unsignedMin;
    break;
  case Op::Neg: result = ofArithmetic(Op::Sub, constantBits(0, width), operands[0], width); break;
  case Op::Concat: {
    const std::uint32_t n = operandWidth(1);
    const KnownBits& high = operands[0];
    result.zeros |= high.zeros << n | (operands[1].zeros & lowMask(n));
    result.ones |= high.ones << n | operands[1].ones;
    result.unsignedMin = high.unsignedMin << n | operands[1].unsignedMin;
    result.unsignedMax = high.unsignedMax << n | operands[1].unsignedMax;
    break;
  }
  case Op::Extract: {
    const std::uint32_t low = m.parameter(term, 1);
    if (operandWidth(0) > 64) break;
    result.zeros |= operands[0].zeros >> low;
    result.ones |= (operands[0].ones >> low) & mask;
    if (operands[0].unsignedMax >> low <= mask) {
      result.unsignedMin = operands[0].unsignedMin >> low;
      result.unsignedMax = operands[0].unsignedMax >> low;
    }
    break;
  }
  case Op::ZeroExtend:
    result.zeros |= operands[0].zeros;
    result.ones |= operands[0].ones;
    result.unsignedMin = operands[0].unsignedMin;
    result.unsignedMax = operands[0].unsignedMax;
    break;
  case Op::SignExtend: {
    const std::uint64_t above = mask & ~lowMask(operandWidth(0));
    const std::uint64_t sign = std::uint64_t{1} << (operandWidth(0) - 1);
    result.ones |= operands[0].ones | ((operands[0].ones & sign) != 0 ? above : 0);
    result.zeros |= (operands[0].zeros & ~above) | ((operands[0].zeros & sign) != 0 ? above : 0);
    result.signedMin = operands[0].signedMin;
    result.signedMax = operands[0].signedMax;
    break;
  }
  case Op::BitAnd:
  case Op::BitOr:
  case Op::BitXor: result = ofBits(m.op(term), operands[0], operands[1], width); break;
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::UDiv:
  case Op::URem:
  case Op::SDiv:
  case Op::SRem:
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: result = ofArithmetic(m.op(term), operands[0], operands[1], width); break;
  default: break;
  }
  return settled(result, width);
}

namespace {

/// Whether what is known of the operands can say something about the term.
bool looksAtOperands(Op op) { return op >= Op::Ite && op <= Op::SignExtend; }

} // namespace

KnownBits KnownBitsTable::of(const TermManager& manager, Term term) {
  const auto isPlain = [&](Term t) {
    const Sort sort = manager.sort(t);
    return (sort.isBits() || sort.isBool()) && sort.width <= 64;
  };
  if (!isPlain(term)) return {};
  if (place_.size() <= term.id()) place_.resize(manager.termCount() + manager.termCount() / 4 + 1);
  if (place_[term.id()] != 0) return known_[place_[term.id()] - 1];
  waiting_.assign(1, term);
  while (!waiting_.empty()) {
    const Term next = waiting_.back();
    std::array<KnownBits, 3> values;
    bool ready = true;
    if (looksAtOperands(manager.op(next)) && !manager.sort(next).isBool()) {
      const auto operands = manager.operands(next);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!isPlain(operands[i]) || manager.sort(operands[i]).isBool()) continue;
        if (const std::uint32_t place = place_[operands[i].id()]; place != 0) values[i] = known_[place - 1];
        else {
          waiting_.push_back(operands[i]);
          ready = false;
        }
      }
    }
    if (!ready) continue;
    waiting_.pop_back();
    if (place_[next.id()] != 0) continue;
    known_.push_back(knownBitsFrom(manager, next, values));
    place_[next.id()] = static_cast<std::uint32_t>(known_.size());
  }
  return known_[place_[term.id()] - 1];
}

std::size_t KnownBitsTable::bytes() const {
  return place_.capacity() * sizeof(std::uint32_t) + known_.capacity() * sizeof(KnownBits) +
         waiting_.capacity() * sizeof(Term);
}

} // namespace beagle::logic
