#pragma once

#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace beagle::solver {

/// A read of known elements under stores: an `ite` for each store to an unknown place, a tree over the bits of the
/// index for stores to known ones, and for the elements below them. Only of elements that are not known an array is
/// left.
struct SpeltRead {
  /// Stores to known places that follow each other, by place: the newest to each.
  using Rows = std::map<std::uint64_t, logic::Term>;
  struct Step {
    logic::Term store; ///< to an unknown place, if there are no rows
    Rows rows;
  };
  std::vector<Step> steps; ///< the newest first
  logic::Term base;        ///< a Table or a ConstArray; under many stores also a Variable

  [[nodiscard]] std::uint32_t levels() const; ///< of operators that it becomes, about
};

/// None for what is no read, for one of elements that are not known under a few stores, and for one of too many stores
/// to unknown places: the theory of arrays has to answer it.
[[nodiscard]] std::optional<SpeltRead> speltRead(const logic::TermManager& terms, logic::Term term);

/// The terms that the translation of a term is made of. `read` is that of the term, if it is one.
void dependenciesOf(const logic::TermManager& terms, logic::Term term, const std::optional<SpeltRead>& read,
                    std::vector<logic::Term>& out);

} // namespace beagle::solver
