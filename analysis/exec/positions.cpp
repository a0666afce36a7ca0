#include "analysis/exec/positions.h"

#include "analysis/logic/polynomial.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace beagle::exec {

namespace {

/// The largest that a product can be, whatever its sign; infinite where it may be larger than counts here.
double largest(logic::TermManager& terms, const logic::Polynomials::Summand& product) {
  double size = std::abs(static_cast<double>(static_cast<std::int64_t>(product.factor)));
  for (const Term term : product.terms) {
    const logic::KnownBits known = terms.knownBits(term);
    size *= std::max(std::abs(static_cast<double>(known.signedMin)), std::abs(static_cast<double>(known.signedMax)));
  }
  return size;
}

} // namespace

Positions::Positions(logic::TermManager& terms, Term offset) {
  // Members of the elements of an array: the low bits are the same in all of them.
  const logic::KnownBits known = terms.knownBits(offset);
  step = std::uint64_t{1} << std::min(std::countr_one(known.zeros | known.ones), 16);
  first = known.ones & (step - 1);
  lowest = known.unsignedMin;
  highest = known.unsignedMax;
}

Positions Positions::ofSum(logic::TermManager& terms, Term offset) {
  Positions positions(terms, offset);
  const auto sum = logic::Polynomials(terms).summands(offset);
  if (!sum) return positions;
  std::uint64_t step = 0, number = 0;
  double most = 0;
  for (const auto& product : *sum) {
    most += largest(terms, product);
    const bool isNegative = static_cast<std::int64_t>(product.factor) < 0;
    if (product.terms.empty()) number = product.factor;
    else step = std::gcd(step, isNegative ? 0 - product.factor : product.factor);
  }
  // A sum that goes round is no longer a multiple of what its parts are multiples of.
  constexpr double limit = 0x1p62;
  if (!(most < limit) || step <= positions.step || step > INT64_MAX) return positions;
  const std::int64_t rest = static_cast<std::int64_t>(number) % static_cast<std::int64_t>(step);
  positions.step = step;
  positions.first = static_cast<std::uint64_t>(rest < 0 ? rest + static_cast<std::int64_t>(step) : rest);
  return positions;
}

Contents::Window Positions::window(std::uint64_t size, std::uint64_t bytes) const {
  const std::uint64_t end = std::min(highest, size) + std::min(bytes, size - std::min(highest, size));
  return lowest < end && end - lowest >= bytes ? Contents::Window{lowest, end - lowest} : Contents::Window{0, size};
}

std::uint64_t Positions::from(std::uint64_t least) const {
  return least <= first ? first : first + (least - first + step - 1) / step * step;
}

std::uint64_t Positions::count(std::uint64_t size, std::uint64_t bytes) const {
  if (size < bytes) return 0;
  const std::uint64_t start = from(std::min(lowest, size)), last = std::min(highest, size - bytes);
  return last < start ? 0 : (last - start) / step + 1;
}

} // namespace beagle::exec
