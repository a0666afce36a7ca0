#include "analysis/logic/bit_vector.h"

#include "analysis/logic/hash.h"

#include <algorithm>
#include <bit>

namespace beagle::logic {

BitVector::BitVector(std::uint32_t width, std::uint64_t value) : width_(width) {
  if (width > 128) large_.assign(wordCount(), 0);
  data()[0] = value;
  if (width < 64) trim();
}

void BitVector::trim() {
  if (width_ % 64 != 0) data()[wordCount() - 1] &= lowMask(width_ % 64);
}

BitVector BitVector::ones(std::uint32_t width) {
  BitVector result(width);
  std::fill_n(result.data(), result.wordCount(), ~std::uint64_t{0});
  result.trim();
  return result;
}

BitVector BitVector::oneBit(std::uint32_t width, std::uint32_t bit) {
  BitVector result(width);
  result.setBit(bit);
  return result;
}

std::optional<BitVector> BitVector::parse(std::uint32_t width, std::string_view digits, unsigned base) {
  if (digits.empty() || width == 0) return std::nullopt;
  // Eight bits more than asked for: one step cannot overflow them, so a number that does not fit is seen.
  BitVector value(width + 8);
  const BitVector factor(width + 8, base);
  for (const char digit : digits) {
    unsigned number = 99;
    if (digit >= '0' && digit <= '9') number = static_cast<unsigned>(digit - '0');
    else if (digit >= 'a' && digit <= 'f') number = static_cast<unsigned>(digit - 'a') + 10;
    else if (digit >= 'A' && digit <= 'F') number = static_cast<unsigned>(digit - 'A') + 10;
    if (number >= base) return std::nullopt;
    value = value * factor + BitVector(width + 8, number);
    if (value.activeBits() > width) return std::nullopt;
  }
  return value.extract(width - 1, 0);
}

void BitVector::setWord(std::uint32_t i, std::uint64_t value) {
  data()[i] = value;
  trim();
}

void BitVector::setBit(std::uint32_t i, bool value) {
  const std::uint64_t mask = std::uint64_t{1} << (i % 64);
  if (value) data()[i / 64] |= mask;
  else data()[i / 64] &= ~mask;
}

bool BitVector::fits64() const {
  for (std::uint32_t i = 1; i < wordCount(); ++i)
    if (word(i) != 0) return false;
  return true;
}

bool BitVector::isZero() const { return fits64() && low64() == 0; }

bool BitVector::isOnes() const { return populationCount() == width_; }

std::uint32_t BitVector::leadingZeros() const {
  for (std::uint32_t i = wordCount(); i-- > 0;)
    if (word(i) != 0) return width_ - 64 * i - 64 + static_cast<std::uint32_t>(std::countl_zero(word(i)));
  return width_;
}

std::uint32_t BitVector::trailingZeros() const {
  for (std::uint32_t i = 0; i < wordCount(); ++i)
    if (word(i) != 0) return 64 * i + static_cast<std::uint32_t>(std::countr_zero(word(i)));
  return width_;
}

std::uint32_t BitVector::populationCount() const {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < wordCount(); ++i) count += static_cast<std::uint32_t>(std::popcount(word(i)));
  return count;
}

BitVector operator+(const BitVector& a, const BitVector& b) {
  BitVector result(a.width_);
  std::uint64_t carry = 0;
  for (std::uint32_t i = 0; i < a.wordCount(); ++i) {
    const std::uint64_t partial = a.word(i) + carry;
    const std::uint64_t sum = partial + b.word(i);
    carry = static_cast<std::uint64_t>(partial < carry) | static_cast<std::uint64_t>(sum < partial);
    result.data()[i] = sum;
  }
  result.trim();
  return result;
}

BitVector operator-(const BitVector& a, const BitVector& b) { return a + -b; }

BitVector operator*(const BitVector& a, const BitVector& b) {
  BitVector result(a.width_);
  const std::uint32_t words = a.wordCount();
  for (std::uint32_t i = 0; i < words; ++i) {
    std::uint64_t carry = 0;
    for (std::uint32_t j = 0; i + j < words; ++j) {
      __extension__ using Wide = unsigned __int128;
      const Wide sum = Wide{a.word(i)} * b.word(j) + result.data()[i + j] + carry;
      result.data()[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
  }
  result.trim();
  return result;
}

BitVector operator&(const BitVector& a, const BitVector& b) {
  BitVector result = a;
  for (std::uint32_t i = 0; i < a.wordCount(); ++i) result.data()[i] &= b.word(i);
  return result;
}

BitVector operator|(const BitVector& a, const BitVector& b) {
  BitVector result = a;
  for (std::uint32_t i = 0; i < a.wordCount(); ++i) result.data()[i] |= b.word(i);
  return result;
}

BitVector operator^(const BitVector& a, const BitVector& b) {
  BitVector result = a;
  for (std::uint32_t i = 0; i < a.wordCount(); ++i) result.data()[i] ^= b.word(i);
  return result;
}

BitVector BitVector::operator~() const {
  BitVector result = *this;
  for (std::uint32_t i = 0; i < wordCount(); ++i) result.data()[i] = ~result.data()[i];
  result.trim();
  return result;
}

BitVector BitVector::operator-() const { return ~*this + BitVector(width_, 1); }

struct BitVector::Division {
  BitVector quotient;
  BitVector remainder;
};

BitVector::Division BitVector::divide(const BitVector& divisor) const {
  if (divisor.isZero()) return {ones(width_), *this};
  if (fits64() && divisor.fits64())
    return {BitVector(width_, low64() / divisor.low64()), BitVector(width_, low64() % divisor.low64())};
  // Shift and subtract. The remainder may need one bit more than the width before it is reduced.
  Division result{BitVector(width_), BitVector(width_)};
  for (std::uint32_t i = activeBits(); i-- > 0;) {
    const bool carry = result.remainder.sign();
    result.remainder = result.remainder.shl(1);
    result.remainder.setBit(0, bit(i));
    if (carry || divisor.ule(result.remainder)) {
      result.remainder = result.remainder - divisor;
      result.quotient.setBit(i);
    }
  }
  return result;
}

BitVector BitVector::udiv(const BitVector& divisor) const { return divide(divisor).quotient; }
BitVector BitVector::urem(const BitVector& divisor) const { return divide(divisor).remainder; }

BitVector BitVector::sdiv(const BitVector& divisor) const {
  const BitVector magnitude = (sign() ? -*this : *this).udiv(divisor.sign() ? -divisor : divisor);
  return sign() != divisor.sign() ? -magnitude : magnitude;
}

BitVector BitVector::srem(const BitVector& divisor) const {
  const BitVector magnitude = (sign() ? -*this : *this).urem(divisor.sign() ? -divisor : divisor);
  return sign() ? -magnitude : magnitude;
}

std::uint32_t BitVector::clamped() const {
  return fits64() && low64() < width_ ? static_cast<std::uint32_t>(low64()) : width_;
}

BitVector BitVector::shl(std::uint32_t amount) const {
  BitVector result(width_);
  if (amount >= width_) return result;
  const std::uint32_t words = amount / 64, bits = amount % 64;
  for (std::uint32_t i = wordCount(); i-- > words;) {
    result.data()[i] = word(i - words) << bits;
    if (bits != 0 && i > words) result.data()[i] |= word(i - words - 1) >> (64 - bits);
  }
  result.trim();
  return result;
}

BitVector BitVector::lshr(std::uint32_t amount) const {
  BitVector result(width_);
  if (amount >= width_) return result;
  const std::uint32_t words = amount / 64, bits = amount % 64;
  for (std::uint32_t i = 0; i + words < wordCount(); ++i) {
    result.data()[i] = word(i + words) >> bits;
    if (bits != 0 && i + words + 1 < wordCount()) result.data()[i] |= word(i + words + 1) << (64 - bits);
  }
  return result;
}

BitVector BitVector::ashr(std::uint32_t amount) const { return sign() ? ~(~*this).lshr(amount) : lshr(amount); }

BitVector BitVector::concat(const BitVector& low) const {
  const std::uint32_t width = width_ + low.width_;
  return zeroExtend(width).shl(low.width_) | low.zeroExtend(width);
}

BitVector BitVector::extract(std::uint32_t high, std::uint32_t low) const {
  const BitVector shifted = lshr(low);
  BitVector result(high - low + 1);
  std::copy_n(shifted.data(), result.wordCount(), result.data());
  result.trim();
  return result;
}

BitVector BitVector::zeroExtend(std::uint32_t width) const {
  BitVector result(width);
  std::copy_n(data(), wordCount(), result.data());
  return result;
}

BitVector BitVector::signExtend(std::uint32_t width) const {
  return sign() ? ~(~*this).zeroExtend(width) : zeroExtend(width);
}

bool BitVector::ult(const BitVector& other) const {
  for (std::uint32_t i = wordCount(); i-- > 0;)
    if (word(i) != other.word(i)) return word(i) < other.word(i);
  return false;
}

bool BitVector::slt(const BitVector& other) const { return sign() != other.sign() ? sign() : ult(other); }

bool operator==(const BitVector& a, const BitVector& b) {
  return a.width_ == b.width_ && std::equal(a.data(), a.data() + a.wordCount(), b.data());
}

std::uint64_t BitVector::hash() const {
  std::uint64_t hash = width_;
  for (std::uint32_t i = 0; i < wordCount(); ++i) hash = mixHash(hash, word(i));
  return hash;
}

std::string BitVector::hex() const {
  std::string text;
  for (std::uint32_t i = (width_ + 3) / 4; i-- > 0;) text += "0123456789abcdef"[(word(i / 16) >> (i % 16 * 4)) & 15];
  return text;
}

std::string BitVector::binary() const {
  std::string text;
  for (std::uint32_t i = width_; i-- > 0;) text += bit(i) ? '1' : '0';
  return text;
}

std::string BitVector::decimal() const {
  std::string text;
  const std::uint32_t width = std::max(width_, 4U);
  const BitVector ten(width, 10);
  for (BitVector rest = zeroExtend(width); !rest.isZero();) {
    const Division step = rest.divide(ten);
    text += static_cast<char>('0' + step.remainder.low64());
    rest = step.quotient;
  }
  if (text.empty()) text = "0";
  std::ranges::reverse(text);
  return text;
}

} // namespace beagle::logic
