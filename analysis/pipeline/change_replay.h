#pragma once

#include "analysis/pipeline/concrete_run.h"
#include "analysis/pipeline/linked_version.h"
#include "analysis/pipeline/workbench.h"
#include "analysis/report/report.h"
#include "analysis/testgen/replay.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace beagle::pipeline {

/// A change with what the engine says that both versions do with its witness.
struct WitnessRuns {
  /// Each run gets what only the other one looks for outside of the program: an input is one world.
  WitnessRuns(report::Report::Change* shown, ConcreteRun before, ConcreteRun after);

  report::Report::Change* change;
  ConcreteRun base, head;
  std::string worldsDiffer; ///< why the two are not runs with one input; empty: they are

  [[nodiscard]] bool restOnAddresses() const { return base.restsOnAddresses || head.restsOnAddresses; }
};

/// Lets both versions run natively with the witnesses of changes: as the bitcode that was compared says, and as the
/// project builds them, with sanitizers.
class ChangeReplay {
public:
  /// `folder` is its own; all references outlive it. `fieldsMoved`: equal bytes may be different fields.
  ChangeReplay(Env& env, Workbench& bench, const LinkedVersion& base, const LinkedVersion& head, std::string folder,
               bool fieldsMoved);

  using Duration = std::chrono::steady_clock::duration;

  /// Notes in each change whether it was seen as the bitcode says. What cannot be run is said there, too.
  void confirmAsAnalysed(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry, std::vector<WitnessRuns>& witnesses);
  /// The same, behind that, as the project builds both versions, which may have to compile much: for at most so long.
  /// False: that was too little.
  bool confirmAsBuilt(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry, std::vector<WitnessRuns>& witnesses,
                      Duration most);

  /// What both versions do with one input; of `expected`, only how the runs end counts.
  using OutcomePair = std::pair<testgen::NativeOutcome, testgen::NativeOutcome>;
  [[nodiscard]] support::Result<OutcomePair> outcomes(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry,
                                                      const ConcreteRun& base, const ConcreteRun& head, bool asBuilt);
  [[nodiscard]] static bool differ(const OutcomePair& outcomes, const ConcreteRun& base, const ConcreteRun& head);

private:
  enum class How { AsAnalysed, AsBuilt };
  struct Version {
    const LinkedVersion& linked;
    std::string name, folder;
    std::vector<testgen::NativeUnit> analysed, built;
    std::unique_ptr<testgen::NativeBuilder> builder;
    std::map<ir::FunctionIndex, unsigned> loaded; ///< how often each entry was compiled in memory
    /// Outcomes that were as expected, by entry and input.
    std::map<std::pair<ir::FunctionIndex, std::string>, testgen::NativeOutcome> seen;
  };
  /// What kept a version from running; its outcomes otherwise.
  using Outcomes = support::Result<std::vector<testgen::NativeOutcome>>;
  [[nodiscard]] Outcomes runAnalysed(Version& version, ir::FunctionIndex entry,
                                     const std::vector<const ConcreteRun*>& runs);
  [[nodiscard]] Outcomes runUnknown(Version& version, ir::FunctionIndex entry,
                                    const std::vector<const ConcreteRun*>& runs);
  [[nodiscard]] Outcomes run(Version& version, ir::FunctionIndex entry, How how,
                             const std::vector<const ConcreteRun*>& runs);
  [[nodiscard]] Outcomes run(Version& version, ir::FunctionIndex entry, const std::vector<testgen::NativeUnit>& units,
                             testgen::Checks checks, const std::vector<testgen::ConcreteInput>& inputs,
                             const testgen::RunOptions& options);
  void confirm(ir::FunctionIndex baseEntry, ir::FunctionIndex headEntry, const std::vector<WitnessRuns*>& witnesses,
               How how);
  [[nodiscard]] support::Result<const std::vector<testgen::NativeUnit>*> unitsOf(Version& version, How how);

  Env& env_;
  Workbench& bench_;
  Version base_, head_;
  bool fieldsMoved_;
  support::CancelToken cancel_;    ///< of what runs now
  bool isBuildingTooLong_ = false; ///< as the project does it: once there was too little time for that
};

} // namespace beagle::pipeline
