#pragma once

#include "analysis/pipeline/linked_version.h"
#include "analysis/report/report.h"
#include "analysis/testgen/outcome.h"

#include <string>
#include <vector>

namespace beagle::pipeline {

/// What both versions did natively, side by side.
struct NativeRow {
  std::string what, base, head; ///< "": there is nothing of the kind
  [[nodiscard]] bool differs() const { return base != head; }
};
/// What differs, and how the runs ended. Values are in the order of the source.
[[nodiscard]] std::vector<NativeRow> nativeRows(const report::Report::Values& base, const report::Report::Values& head);

/// What a run did, by names that a test would use.
[[nodiscard]] report::Report::Values nativeValues(const LinkedVersion& version, ir::FunctionIndex entry,
                                                  const testgen::ConcreteInput& input,
                                                  const testgen::NativeOutcome& outcome);

} // namespace beagle::pipeline
