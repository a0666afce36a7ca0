#pragma once

#include "analysis/pipeline/change_replay.h"
#include "analysis/pipeline/linked_version.h"
#include "analysis/report/report.h"
#include "analysis/support/files.h"
#include "analysis/testgen/test_source.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

struct RegressionTestOptions {
  std::string folder;                      ///< empty: no tests are written
  std::optional<testgen::TestStyle> style; ///< nothing: GoogleTest for C++, plain programs for C
  bool wantsHead = false;                  ///< what the new version does is right; else what the old one did
};

/// Tests that hold on to what one version does, made from the witnesses of changes.
class RegressionTests {
public:
  /// All references outlive it.
  RegressionTests(const RegressionTestOptions& options, support::Files& files, const LinkedVersion& base,
                  const LinkedVersion& head)
      : options_(options), files_(files), base_(base), head_(head) {}

  /// Makes a test for each change that was seen when both versions ran, and notes its path there; of the
  /// others it notes why they have none.
  void make(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry, const std::vector<WitnessRuns>& witnesses);
  /// Writes those that the function's changes name. What is there already under such a name is replaced.
  [[nodiscard]] support::Result<void> write(const report::Report::Function& function);

private:
  [[nodiscard]] support::Result<std::string> make(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                                  const WitnessRuns& witness);
  [[nodiscard]] support::Result<testgen::TestUnit> unitOf(ir::FunctionIndex headEntry);

  const RegressionTestOptions& options_;
  support::Files& files_;
  const LinkedVersion& base_;
  const LinkedVersion& head_;
  std::map<std::string, std::string> sources_; ///< by path
};

} // namespace beagle::pipeline
