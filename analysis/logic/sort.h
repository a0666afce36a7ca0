#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace beagle::logic {

enum class SortKind : std::uint8_t { Bool, BitVector, Array, Float };

/// IEEE-754 formats that LLVM knows, and the x87 one (its explicit leading bit is part of the bits only).
enum class FloatFormat : std::uint8_t { Half, BFloat, Single, Double, X87, Quad };

/// The type of a term. Arrays map bit-vectors to bit-vectors.
///
///   kind       width                 index
///   Bool       1                     0
///   BitVector  bits                  0
///   Array      bits of an element    bits of an index
///   Float      bits of the format    the FloatFormat
struct Sort {
  SortKind kind = SortKind::Bool;
  std::uint8_t index = 0;
  std::uint32_t width = 1;

  [[nodiscard]] static Sort boolean() { return {}; }
  [[nodiscard]] static Sort bits(std::uint32_t width) { return {SortKind::BitVector, 0, width}; }
  [[nodiscard]] static Sort array(std::uint32_t indexWidth, std::uint32_t elementWidth) {
    return {SortKind::Array, static_cast<std::uint8_t>(indexWidth), elementWidth};
  }
  [[nodiscard]] static Sort floating(FloatFormat format);

  [[nodiscard]] bool isBool() const { return kind == SortKind::Bool; }
  [[nodiscard]] bool isBits() const { return kind == SortKind::BitVector; }
  [[nodiscard]] bool isArray() const { return kind == SortKind::Array; }
  [[nodiscard]] bool isFloat() const { return kind == SortKind::Float; }
  [[nodiscard]] FloatFormat format() const { return static_cast<FloatFormat>(index); }

  [[nodiscard]] std::string str() const; ///< as SMT-LIB writes it

  friend bool operator==(const Sort&, const Sort&) = default;
};

/// Bits of the exponent, and of the significand with its leading bit: (8, 24) for Single.
struct FloatShape {
  std::uint32_t exponent = 0;
  std::uint32_t significand = 0;
};
[[nodiscard]] FloatShape shapeOf(FloatFormat format);
[[nodiscard]] std::uint32_t widthOf(FloatFormat format); ///< in memory's bits: 80 for X87

} // namespace beagle::logic
