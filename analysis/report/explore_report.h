#pragma once

#include "analysis/support/terminal.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace beagle::report {

/// A place in the analysed source.
struct SourceLine {
  std::string file;
  unsigned line = 0;
};

/// A step of a path that is not exactly what the program would do; it qualifies what the path shows.
struct ExploredApproximation {
  std::string what;
  SourceLine place;
  std::uint64_t paths = 1; ///< in a summary: on how many
};

/// How one path of an exploration ended, with an input that takes it.
struct ExploredPath {
  std::string ending; ///< "returned", "memory error: out of bounds", ...
  std::string detail; ///< the text of an assertion, what is unsupported
  bool isError = false;
  SourceLine place;
  SourceLine allocated; ///< of the object a memory error is about
  SourceLine freed;
  std::vector<std::pair<std::string, std::string>> inputs; ///< access path, value
  std::vector<std::string> results;                        ///< under these inputs
  std::string output;                                      ///< what it wrote, under these inputs
  std::uint64_t steps = 0;
  std::string errors; ///< what it wrote to standard error, under these inputs
  std::vector<ExploredApproximation> approximations;
  std::set<std::string> mattering; ///< access paths of the inputs that the path depends on
};

/// Undefined behaviour that some input of some path shows.
struct ExploredFault {
  std::string what; ///< "signed overflow"
  SourceLine place;
  std::vector<std::pair<std::string, std::string>> inputs;
  std::set<std::string> mattering; ///< as of a path
};

struct SolverLayer {
  std::string name;
  std::uint64_t queries = 0, answered = 0, unknown = 0;
  double seconds = 0;
};

/// A path on which the program itself does not do what the engine says: a defect of Beagle.
struct ReplayMismatch {
  std::string what; ///< "result: expected 3, natively 4"
  std::vector<std::pair<std::string, std::string>> inputs;
};

/// The paths of an exploration, taken by the program itself.
struct ExploreReplay {
  std::uint64_t agree = 0;
  std::vector<std::pair<std::string, std::uint64_t>> notComparable; ///< why not, how many
  std::vector<ReplayMismatch> mismatches;
};

struct ExploreReport {
  std::string entry;
  std::string order, merge = "none";
  std::uint64_t seed = 0;
  std::uint64_t complete = 0, errors = 0, unsupported = 0;
  std::vector<std::pair<std::string, std::uint64_t>> cut; ///< bound, paths or sides that it cut
  std::uint64_t states = 0, forks = 0, instructions = 0, waiting = 0;
  std::uint64_t merged = 0;   ///< runs that became one with another one; their paths are counted as one
  std::uint64_t setAside = 0; ///< waiting states that were dropped to save memory, and made again
  std::uint64_t linesCovered = 0, linesTotal = 0, branchesCovered = 0, branchesTotal = 0;
  std::vector<SolverLayer> solver;
  double seconds = 0;
  std::uint64_t peakMemory = 0; ///< bytes
  std::vector<std::string> assumptions;
  std::vector<ExploredFault> faults;
  std::vector<ExploredApproximation> approximations; ///< of all paths, by place
  std::optional<ExploreReplay> replay;
  std::vector<ExploredPath> paths; ///< in the order of their addresses in the tree
};

/// `withPaths`: every path, not only their counts and the errors.
[[nodiscard]] std::string exploreJson(const ExploreReport& report, bool withPaths);
[[nodiscard]] std::string exploreText(const ExploreReport& report, const support::Terminal& terminal);

} // namespace beagle::report
