#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::logic {

/// The low `width` bits set; all 64 from width 64 on.
[[nodiscard]] constexpr std::uint64_t lowMask(std::uint32_t width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// The low `width` bits (1 to 64) of `value` as a two's complement number.
[[nodiscard]] constexpr std::int64_t signedValue(std::uint64_t value, std::uint32_t width) {
  return static_cast<std::int64_t>(value << (64 - width)) >> (64 - width);
}

/// A constant of a bit-vector sort: `width` bits (at least 1) and the operations of SMT-LIB, all of them
/// total: x / 0 is all ones, x % 0 is x, and shifts by the width or more give zeros (or copies of the sign).
/// Binary operations want equal widths.
///
///   words   0          1            ...   (width - 1) / 64
///   bits    63 ... 0   127 ... 64         the bits above `width` are zero
class BitVector {
public:
  BitVector() = default;
  explicit BitVector(std::uint32_t width, std::uint64_t value = 0); ///< truncated, or extended with zeros
  [[nodiscard]] static BitVector ones(std::uint32_t width);
  [[nodiscard]] static BitVector oneBit(std::uint32_t width, std::uint32_t bit); ///< 2 to the power of `bit`
  /// From the digits of a base of 2, 10 or 16; nothing if a digit is wrong or the number does not fit.
  [[nodiscard]] static std::optional<BitVector> parse(std::uint32_t width, std::string_view digits, unsigned base);

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t wordCount() const { return (width_ + 63) / 64; }
  [[nodiscard]] std::uint64_t word(std::uint32_t i) const { return data()[i]; }
  void setWord(std::uint32_t i, std::uint64_t value); ///< bits above the width are dropped
  [[nodiscard]] std::uint64_t low64() const { return data()[0]; }
  [[nodiscard]] bool fits64() const; ///< as an unsigned number
  [[nodiscard]] bool bit(std::uint32_t i) const { return (data()[i / 64] >> (i % 64)) & 1; }
  void setBit(std::uint32_t i, bool value = true);
  [[nodiscard]] bool sign() const { return bit(width_ - 1); }
  [[nodiscard]] bool isZero() const;
  [[nodiscard]] bool isOnes() const;
  [[nodiscard]] std::uint32_t leadingZeros() const;  ///< the width for zero
  [[nodiscard]] std::uint32_t trailingZeros() const; ///< the width for zero
  [[nodiscard]] std::uint32_t activeBits() const { return width_ - leadingZeros(); }
  [[nodiscard]] std::uint32_t populationCount() const;
  [[nodiscard]] bool isPowerOfTwo() const { return populationCount() == 1; }

  friend BitVector operator+(const BitVector& a, const BitVector& b);
  friend BitVector operator-(const BitVector& a, const BitVector& b);
  friend BitVector operator*(const BitVector& a, const BitVector& b);
  friend BitVector operator&(const BitVector& a, const BitVector& b);
  friend BitVector operator|(const BitVector& a, const BitVector& b);
  friend BitVector operator^(const BitVector& a, const BitVector& b);
  BitVector operator~() const;
  BitVector operator-() const;
  [[nodiscard]] BitVector udiv(const BitVector& divisor) const;
  [[nodiscard]] BitVector urem(const BitVector& divisor) const;
  [[nodiscard]] BitVector sdiv(const BitVector& divisor) const;
  [[nodiscard]] BitVector srem(const BitVector& divisor) const;
  [[nodiscard]] BitVector shl(std::uint32_t amount) const;
  [[nodiscard]] BitVector lshr(std::uint32_t amount) const;
  [[nodiscard]] BitVector ashr(std::uint32_t amount) const;
  [[nodiscard]] BitVector shl(const BitVector& amount) const { return shl(amount.clamped()); }
  [[nodiscard]] BitVector lshr(const BitVector& amount) const { return lshr(amount.clamped()); }
  [[nodiscard]] BitVector ashr(const BitVector& amount) const { return ashr(amount.clamped()); }
  [[nodiscard]] BitVector concat(const BitVector& low) const;
  [[nodiscard]] BitVector extract(std::uint32_t high, std::uint32_t low) const;
  [[nodiscard]] BitVector zeroExtend(std::uint32_t width) const;
  [[nodiscard]] BitVector signExtend(std::uint32_t width) const;
  [[nodiscard]] bool ult(const BitVector& other) const;
  [[nodiscard]] bool slt(const BitVector& other) const;
  [[nodiscard]] bool ule(const BitVector& other) const { return !other.ult(*this); }
  [[nodiscard]] bool sle(const BitVector& other) const { return !other.slt(*this); }
  friend bool operator==(const BitVector& a, const BitVector& b);

  [[nodiscard]] std::uint64_t hash() const; ///< of width and value; the same in every run
  [[nodiscard]] std::string hex() const;    ///< all (width + 3) / 4 digits, without a prefix
  [[nodiscard]] std::string binary() const; ///< all digits, without a prefix
  [[nodiscard]] std::string decimal() const;

private:
  [[nodiscard]] const std::uint64_t* data() const { return width_ <= 128 ? small_.data() : large_.data(); }
  [[nodiscard]] std::uint64_t* data() { return width_ <= 128 ? small_.data() : large_.data(); }
  [[nodiscard]] std::uint32_t clamped() const; ///< as a shift amount: at most the width
  void trim();
  struct Division;
  [[nodiscard]] Division divide(const BitVector& divisor) const;

  std::uint32_t width_ = 0;
  std::array<std::uint64_t, 2> small_{};
  std::vector<std::uint64_t> large_; ///< from 129 bits on
};

} // namespace beagle::logic
