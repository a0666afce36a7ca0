#pragma once

#include "analysis/exec/contents.h"

#include <cstdint>

namespace beagle::exec {

/// The offsets that a symbolic one may be, as far as its form shows: some of those from `lowest` to `highest` that are
/// `first` more than a multiple of `step`.
struct Positions {
  std::uint64_t first = 0, step = 1;
  std::uint64_t lowest = 0, highest = 0;

  /// What its bits show.
  Positions(logic::TermManager& terms, Term offset);
  /// Also, what it shows as a sum: members of elements of 24 bytes.
  [[nodiscard]] static Positions ofSum(logic::TermManager& terms, Term offset);

  /// Where an access of `bytes` bytes there lies, in an object of a size.
  [[nodiscard]] Contents::Window window(std::uint64_t size, std::uint64_t bytes) const;
  /// The first one that is not below `least`.
  [[nodiscard]] std::uint64_t from(std::uint64_t least) const;
  /// Of those where `bytes` bytes end within the size.
  [[nodiscard]] std::uint64_t count(std::uint64_t size, std::uint64_t bytes) const;
};

} // namespace beagle::exec
