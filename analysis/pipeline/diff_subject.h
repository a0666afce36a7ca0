#pragma once

#include "analysis/pipeline/changes_run.h"
#include "analysis/pipeline/diff.h"
#include "analysis/pipeline/linked_version.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// A function to be compared.
struct DiffEntry {
  std::string name;                            ///< for messages
  std::optional<ir::FunctionIndex> base, head; ///< at least one
  std::vector<std::string> reasons = {};
  std::string beyond = {};    ///< a change on the way from it that no comparison of code sees; empty: none
  std::string alias = {};     ///< the symbol, where that is another name for the functions
  bool returnsRecord = false; ///< as far as the source is known
  std::optional<ir::FunctionPlace> place = {}; ///< of head's function among the units; nothing for bitcode
  std::vector<std::string> assumptions = {};   ///< that no comparison looks at: promises to the compiler that changed
  std::optional<ir::FunctionIndex> basePlaces = {}, headPlaces = {}; ///< whose changed places matter; nothing: its own
  std::vector<ir::FunctionIndex> twins = {}; ///< of head: the same static function, as other units have it
  bool hasOtherParameters = false; ///< only its unit can call it, and its parameters are of other types than before
};

/// Two versions, ready to be compared.
struct DiffSubject {
  std::shared_ptr<Workbench> bench; ///< what was built lies there
  std::shared_ptr<ChangesRun> run;  ///< none for bitcode; it keeps what was built
  LinkedVersion base, head;
  std::vector<DiffEntry> entries;
  /// The functions that changed, whether they are entries or not. One that no entry calls is compared by itself.
  std::vector<DiffEntry> changed;
  /// Fields changed places that code goes by the order of: equal code is no proof.
  bool fieldsMoved = false;
  bool typesChanged = false; ///< members of records may lie elsewhere
  std::string baseName, headName;
  std::string baseCommit, headCommit; ///< empty of files and folders
  std::vector<report::Report::Hunk> hunks;
  std::vector<std::string> notes;
  std::string key;                     ///< of the report in the cache; empty: it is not kept
  std::optional<report::Report> known; ///< the report, from an earlier run over the same: nothing else was made then

  /// Whether a function of the head is run before each entry.
  [[nodiscard]] bool runsAtStart(ir::FunctionIndex function) const;
};

/// Builds both versions as far as the change, or the entries that were asked for, can reach.
[[nodiscard]] support::Result<DiffSubject> openDiff(Env& env, const DiffOptions& options);

/// The nearest functions that others can call and that lead to an entry of the subject, and `main` last if it does; as
/// far as they are easily found, with all that they reach. The subject was built from sources.
[[nodiscard]] support::Result<DiffSubject> openCallers(Env& env, const DiffOptions& options, const DiffSubject& subject,
                                                       const DiffEntry& entry);

} // namespace beagle::pipeline
