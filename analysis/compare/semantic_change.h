#pragma once

#include "analysis/compare/changed_places.h"
#include "analysis/exec/outcome.h"
#include "analysis/logic/evaluate.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::compare {

using logic::Term;

enum class ChangeKind : std::uint8_t {
  Output,
  CrashIntroduced,
  CrashFixed,
  Termination,
  Effects,
  Leak,
  LeakFixed,
  Abi
};
[[nodiscard]] std::string_view nameOf(ChangeKind kind); ///< as in the report: "crash-introduced"

/// A pair of a base part and a head part with different outcomes, with one input that shows it.
struct SemanticChange {
  ChangeKind kind = ChangeKind::Output;
  /// What differs on the witness, sorted: access paths, "ending", "output", "undefined behaviour".
  std::vector<std::string> differs;
  /// The inputs on which both parts are taken and differ.
  Term condition;
  std::shared_ptr<const logic::Assignment> witness;
  /// Only inputs for which base's behaviour is undefined show it.
  bool ubOnly = false;
  /// Head has undefined behaviour on the witness that base has not.
  bool ubIntroduced = false;
  [[nodiscard]] bool isSound() const { return !ubOnly && !ubIntroduced; }
  PlacesMet places; ///< of the witness; none where there are not several in the entry
  /// What differs, and how: equal for a difference of the same sort that comes from another place.
  std::string sort;
  /// Equal for the same difference in other revisions: no lines or addresses go into it.
  std::string fingerprint;
  std::size_t pair = 0; ///< which pair of paths shows it
};

/// A path without the numbers of elements: what differs in "buffer[3].x" differs in "buffer[4].x".
[[nodiscard]] std::string withoutIndices(std::string_view path);

/// Of the entry's linkage name, the kind, where differences begin, and how both versions end.
[[nodiscard]] std::string sortOf(std::string_view entry, const SemanticChange& change, const exec::Ending& base,
                                 const exec::Ending& head);
/// Of its sort and its places.
[[nodiscard]] std::string fingerprintOf(const SemanticChange& change);

} // namespace beagle::compare
