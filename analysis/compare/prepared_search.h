#pragma once

#include "analysis/compare/input_search.h"
#include "analysis/compare/prepared_pair.h"

#include <optional>

namespace beagle::compare {

/// What stands in the code of both, in tests, and in calls of the entry.
[[nodiscard]] CodeConstants constantsAround(const Side& base, const Side& head, const CompareOptions& options);

/// A search over both versions of an entry, with terms and leaves of its own: of most inputs, nothing is kept.
class PreparedSearch {
public:
  /// All references outlive it, but the options.
  PreparedSearch(const Side& base, const Side& head, const Relation& relation, const CompareOptions& options);

  /// None where an entry cannot be called.
  [[nodiscard]] InputSearch* start();
  [[nodiscard]] exec::Neighbours neighbours() const { return pair_.neighbours(); }
  /// Of an input that was tried.
  [[nodiscard]] InputLengths lengthsOf(const DifferingInput& input) const;

private:
  const Relation& relation_;
  CompareOptions options_;
  logic::TermManager terms_;
  input::Leaves leaves_;
  PreparedPair pair_;
  std::optional<InputSearch> search_;
};

} // namespace beagle::compare
