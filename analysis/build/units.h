#pragma once

#include "analysis/build/version.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace beagle::build {

/// One compile command of a version: a source file in one configuration.
struct Unit {
  std::string id;          ///< the file; "file (configuration 2)" when it is compiled more than once
  std::string file;        ///< by project name
  std::size_t command = 0; ///< index into the plan
  unsigned configuration = 1;
};

/// What compiling a unit gave.
struct CompiledUnit {
  Unit unit;
  std::string key;   ///< of its artefacts in the store
  std::string facts; ///< UnitFacts, packed
};

/// A unit that clang could not compile.
struct FailedUnit {
  Unit unit;
  std::string diagnostics;
  /// The first error as "file:line:column: error: ...", with project names.
  std::string firstError;
};

struct CompileOutcome {
  std::vector<CompiledUnit> compiled;
  std::vector<FailedUnit> failed;
};

/// The units of one version: which files each may read, and their bitcode, compiled when asked for and kept
/// by the content of all that goes into it.
class UnitSet {
public:
  UnitSet(Version& version, VersionBuilder& builder, const Sandbox& sandbox, Store& store, const Toolchain& toolchain,
          support::Files& files, support::Progress& progress, std::string runFolder, unsigned jobs);

  [[nodiscard]] const std::vector<Unit>& units() const { return units_; }
  [[nodiscard]] const CompileCommand& commandOf(const Unit& unit) const {
    return version_.plan().commands[unit.command];
  }
  /// The build compiles no such file; the options are those of another one.
  [[nodiscard]] bool isBorrowed(const Unit& unit) const { return !commandOf(unit).borrowedFrom.empty(); }
  /// The files that it may read, each once, by their numbers in the version's include graph.
  [[nodiscard]] const std::vector<IncludeGraph::File>& reachOf(const Unit& unit);
  [[nodiscard]] Version& version() { return version_; }
  /// One more unit, behind all others.
  void add(CompileCommand command);

  /// `jobs` at once; 0: as many as the set was made for.
  [[nodiscard]] support::Result<CompileOutcome> compile(const std::vector<Unit>& units,
                                                        const support::CancelToken& cancel = {}, unsigned jobs = 0);

  /// Artefacts of a compiled unit; an error when the cache lost them meanwhile.
  [[nodiscard]] support::Result<std::string> bitcodeOf(const CompiledUnit& unit);
  [[nodiscard]] support::Result<std::string> outlinesOf(const CompiledUnit& unit);

private:
  struct Pending {
    Unit unit;
    std::string key;
  };

  void note(const CompileCommand& command);
  [[nodiscard]] std::string keyOf(const Unit& unit);
  [[nodiscard]] support::Result<void> compileMissing(const std::vector<Pending>& missing, CompileOutcome& outcome,
                                                     const support::CancelToken& cancel, unsigned jobs);
  [[nodiscard]] support::Result<std::string> artefact(const std::string& kind, const CompiledUnit& unit);

  Version& version_;
  VersionBuilder& builder_;
  const Sandbox& sandbox_;
  Store& store_;
  const Toolchain& toolchain_;
  support::Files& files_;
  support::Progress& progress_;
  std::string runFolder_;
  unsigned jobs_;
  std::vector<Unit> units_;
  std::map<std::string, unsigned> configurations_; ///< by file: how many units it has
  std::map<std::size_t, std::vector<IncludeGraph::File>> reach_;
};

/// The options with which a unit becomes bitcode: the project's own, and ours around them.
[[nodiscard]] std::vector<std::string> bitcodeArguments(const CompileCommand& command);

} // namespace beagle::build
