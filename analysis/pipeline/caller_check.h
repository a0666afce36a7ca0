#pragma once

#include "analysis/pipeline/diff_work.h"

namespace beagle::pipeline {

/// Whether what a function does otherwise shows in functions that call it, too: an input of the function itself may be
/// one that nobody passes.
class CallerCheck {
public:
  explicit CallerCheck(DiffWork& work) : work_(work) {}

  /// Compares callers within the time, and tells the function's differences from where they were seen.
  [[nodiscard]] support::Result<void> confirm(const DiffEntry& entry, report::Report::Function& function,
                                              DiffWork::Clock::duration time);

private:
  DiffWork& work_;
  std::size_t checks_ = 0; ///< so far
};

} // namespace beagle::pipeline
