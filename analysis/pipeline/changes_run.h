#pragma once

#include "analysis/change/change_set.h"
#include "analysis/change/entries.h"
#include "analysis/change/hunks.h"
#include "analysis/pipeline/built_version.h"
#include "analysis/pipeline/changes.h"
#include "analysis/pipeline/subject.h"
#include "analysis/pipeline/unit_selection.h"
#include "analysis/pipeline/workbench.h"

#include <map>
#include <memory>
#include <optional>

namespace beagle::pipeline {

/// Finds what differs between two versions, and keeps what was built on the way for whoever goes on from there.
class ChangesRun {
public:
  /// All references outlive it.
  ChangesRun(Env& env, ChangesOptions options, Workbench& bench, Subject subject);

  [[nodiscard]] support::Result<report::ChangesReport> run();

  [[nodiscard]] const ChangesOptions& options() const { return options_; }
  [[nodiscard]] BuiltVersion& version(bool isBase) { return isBase ? base_ : head_; }
  [[nodiscard]] build::VersionBuilder& builder() { return builder_; }
  [[nodiscard]] const std::vector<change::Entry>& entries() const { return entries_.entries; }
  [[nodiscard]] const change::Pairing& pairing() const { return pairing_; }
  [[nodiscard]] const change::ChangeSet& changeSet() const { return changes_; }
  /// What a file says in one version; nothing where it is not there.
  [[nodiscard]] std::string read(bool isBase, const std::string& path);
  /// What there is in one version, paths in order.
  [[nodiscard]] std::vector<std::string> files(bool isBase) const;

private:
  [[nodiscard]] support::Result<void> prepare();
  [[nodiscard]] support::Result<void> takeVersion(BuiltVersion& side, const build::Revision& revision,
                                                  support::Result<build::Version> version, std::string_view name);
  void borrowCommands();
  [[nodiscard]] support::Result<void> compileReached();
  [[nodiscard]] support::Result<void> compile(const std::vector<const UnitMatch*>& matches);
  struct ReadUnit {
    build::CompiledUnit compiled; ///< its facts moved to `facts`
    ir::UnitFacts facts;
  };
  struct ReadUnits {
    std::vector<ReadUnit> compiled;
    std::vector<build::FailedUnit> failed;
  };
  [[nodiscard]] support::Result<ReadUnits> compileOf(BuiltVersion& side, const std::vector<build::Unit>& units,
                                                     unsigned jobs);
  /// Gives the unit's position in the program.
  [[nodiscard]] static std::size_t add(BuiltVersion& side, ReadUnit unit);
  [[nodiscard]] support::Result<void> compare();
  [[nodiscard]] support::Result<ir::Outline> outline(BuiltVersion& side, std::size_t unit, std::size_t source);
  [[nodiscard]] support::Result<void> compileReaders();
  [[nodiscard]] support::Result<std::set<std::size_t>> readersOf(const change::EntryChoice& choice);
  [[nodiscard]] std::vector<change::HunkInput> hunkInputs() const;
  [[nodiscard]] report::ChangesReport report();
  void markUncompiled(std::vector<change::AccountedHunk>& hunks);
  void dropExcluded();
  void alignBodies();
  [[nodiscard]] report::ChangesReport::Version versionView(const BuiltVersion& side) const;
  [[nodiscard]] std::vector<std::string> notesOnBorrowed() const;
  [[nodiscard]] std::vector<std::string> notes() const;

  Env& env_;
  ChangesOptions options_;
  Workbench& bench_;
  Subject subject_;
  build::VersionBuilder builder_;
  build::TreeDiff diff_;
  BuiltVersion base_, head_;
  std::vector<UnitMatch> matches_;
  std::vector<change::UnitPair> pairs_;
  change::Pairing pairing_;
  change::ChangeSet changes_;
  change::EntryChoice entries_;
  std::vector<std::string> readerNotes_, borrowNotes_;
};

} // namespace beagle::pipeline
