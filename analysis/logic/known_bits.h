#pragma once

#include "analysis/logic/term.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace beagle::logic {

class TermManager;

/// What all values of a Bool or a BitVector of at most 64 bits have in common; of wider terms and of other
/// sorts nothing is known. Bits above the width count as known zeros. Depends on the term's structure only.
struct KnownBits {
  std::uint64_t zeros = 0; ///< bits that are 0 in every value
  std::uint64_t ones = 0;  ///< bits that are 1 in every value
  std::uint64_t unsignedMin = 0;
  std::uint64_t unsignedMax = ~std::uint64_t{0};
  std::int64_t signedMin = INT64_MIN; ///< the value as a two's complement number
  std::int64_t signedMax = INT64_MAX;
};

[[nodiscard]] KnownBits unknownBits(std::uint32_t width); ///< of any value of that width
[[nodiscard]] KnownBits constantBits(std::uint64_t value, std::uint32_t width);
/// What holds of values that are in one or the other, and of those that are in both.
[[nodiscard]] KnownBits unionOf(const KnownBits& a, const KnownBits& b);
[[nodiscard]] KnownBits intersection(const KnownBits& a, const KnownBits& b, std::uint32_t width);
[[nodiscard]] bool isEmpty(const KnownBits& known); ///< no value is like that
/// Of a term of at most 64 bits, from what is known of its operands; of Bools nothing but an Ite's condition is
/// looked at.
[[nodiscard]] KnownBits knownBitsFrom(const TermManager& manager, Term term, std::span<const KnownBits> operands);

/// The known bits of a manager's terms, each computed once from those of its operands.
class KnownBitsTable {
public:
  [[nodiscard]] KnownBits of(const TermManager& manager, Term term);
  [[nodiscard]] std::size_t bytes() const;

private:
  std::vector<std::uint32_t> place_; ///< by term id: index in known_ plus 1
  std::vector<KnownBits> known_;
  std::vector<Term> waiting_;
};

} // namespace beagle::logic
