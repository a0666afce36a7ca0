#pragma once

#include "analysis/logic/term.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

namespace beagle::logic {

class TermManager;

/// The sets of variables that the terms of a manager mention. An uninterpreted function counts as a variable:
/// its number is TermManager::functionNumber, in the same numbering. Equal sets are one set, and a set is
/// ascending.
class SupportSets {
public:
  SupportSets();
  [[nodiscard]] std::span<const std::uint32_t> of(const TermManager& manager, Term term);
  [[nodiscard]] std::size_t bytes() const;

private:
  [[nodiscard]] std::uint32_t single(std::uint32_t number);
  [[nodiscard]] std::uint32_t merged(std::uint32_t a, std::uint32_t b);
  [[nodiscard]] std::uint32_t intern(std::vector<std::uint32_t> set);

  std::vector<std::uint32_t> ofTerm_; ///< by term id: index in sets_ plus 1
  std::deque<std::vector<std::uint32_t>> sets_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> byHash_;
  std::unordered_map<std::uint64_t, std::uint32_t> unions_; ///< of a pair of sets: smaller index in the high half
  std::vector<Term> waiting_;
  std::vector<std::uint32_t> merging_;
};

} // namespace beagle::logic
