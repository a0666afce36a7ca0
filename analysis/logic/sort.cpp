#include "analysis/logic/sort.h"

#include <fmt/format.h>

#include <utility>

namespace beagle::logic {

FloatShape shapeOf(FloatFormat format) {
  switch (format) {
  case FloatFormat::Half: return {5, 11};
  case FloatFormat::BFloat: return {8, 8};
  case FloatFormat::Single: return {8, 24};
  case FloatFormat::Double: return {11, 53};
  case FloatFormat::X87: return {15, 64};
  case FloatFormat::Quad: return {15, 113};
  }
  std::unreachable();
}

std::uint32_t widthOf(FloatFormat format) {
  if (format == FloatFormat::X87) return 80;
  const FloatShape shape = shapeOf(format);
  return shape.exponent + shape.significand;
}

Sort Sort::floating(FloatFormat format) {
  return {SortKind::Float, static_cast<std::uint8_t>(format), widthOf(format)};
}

std::string Sort::str() const {
  switch (kind) {
  case SortKind::Bool: return "Bool";
  case SortKind::BitVector: return fmt::format("(_ BitVec {})", width);
  case SortKind::Array: return fmt::format("(Array (_ BitVec {}) (_ BitVec {}))", index, width);
  case SortKind::Float: {
    const FloatShape shape = shapeOf(format());
    return fmt::format("(_ FloatingPoint {} {})", shape.exponent, shape.significand);
  }
  }
  std::unreachable();
}

} // namespace beagle::logic
