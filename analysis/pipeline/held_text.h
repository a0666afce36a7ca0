#pragma once

#include "analysis/exec/outcome.h"
#include "analysis/logic/evaluate.h"

#include <span>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// A std::string among what can be observed, to be read as one.
struct HeldText {
  std::string path;
  std::span<const exec::Observed> all; ///< its size, and what it holds

  [[nodiscard]] std::string printed(logic::Evaluator& evaluator) const;
};

/// The outcome outlives them.
[[nodiscard]] std::vector<HeldText> heldTexts(const exec::Outcome& outcome);

} // namespace beagle::pipeline
