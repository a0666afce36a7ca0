#pragma once

#include "analysis/exec/outcome.h"
#include "analysis/logic/evaluate.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// A std::string among what can be observed, or characters up to a null in memory that the run made: to be read as one.
struct HeldText {
  std::string path;
  std::span<const exec::Observed> all; ///< its size, of a std::string, and what it holds
  bool isClosed = false;               ///< by a null

  /// Nothing when the characters are no text.
  [[nodiscard]] std::optional<std::string> printed(logic::Evaluator& evaluator) const;

  /// Of those, what the text shows: not what stands behind its null.
  [[nodiscard]] std::span<const exec::Observed> shown(logic::Evaluator& evaluator) const;

private:
  [[nodiscard]] std::optional<std::string> untilNull(logic::Evaluator& evaluator) const;
};

/// The outcome outlives them.
[[nodiscard]] std::vector<HeldText> heldTexts(const exec::Outcome& outcome);

} // namespace beagle::pipeline
