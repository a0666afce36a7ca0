#pragma once

#include "analysis/report/explore_report.h"
#include "analysis/support/error.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace beagle::report {

/// The one document that everything else is a view of: config/report.schema.json describes its JSON. Plain data.
struct Report {
  using Values = std::vector<std::pair<std::string, std::string>>; ///< access path, value

  /// What one version does with a witness.
  struct Outcome {
    std::string ending; ///< "returned", "memory error: use after free"
    std::string detail;
    SourceLine place;
    SourceLine allocated, freed;
    Values values; ///< what differs, by access path
    std::string output;
  };
  struct Cause {
    std::string version, file, why;
    unsigned line = 0, rank = 0;
  };
  /// A moment of one version's run that bears on a difference.
  struct TraceEvent {
    /// What was under way: a call, or a branch whose side was not left yet.
    struct Enclosing {
      SourceLine place;
      std::uint64_t instance = 1; ///< the how manieth at that place, within what encloses it
    };
    std::string version; ///< base, head
    /// The execution index, the outermost first and the event itself last: moments of two runs, of one version or of
    /// both, correspond when their indices do. Never empty.
    std::vector<Enclosing> index;
    std::optional<std::size_t> hunk; ///< of Report::hunks: the change that the code is part of
  };
  struct Change {
    std::string kind; ///< output, crash-introduced, crash-fixed, termination, effects, leak, leak-fixed, abi
    bool ubOnly = false;
    bool ubIntroduced = false;
    std::string fingerprint;
    std::pair<std::uint32_t, std::uint32_t> places; ///< of this run alone: which changed places both versions came to
    std::vector<std::string> differs;
    Values witness;
    std::string level = "entry"; ///< entry, caller-confirmed, program
    /// A function that leads to the entry by calls, and shows the difference as well when both versions of it ran.
    struct Caller {
      std::string name, file;
      unsigned line = 0;
      Values witness;
    };
    std::optional<Caller> caller; ///< nothing: none is known, at the level `entry`
    std::string input; ///< JSON: the witness as each version gets it, "base" and "head" (testgen/input_json.h); empty:
                       ///< not known
    Outcome base, head;
    std::optional<bool> replayed;        ///< nothing: not tried
    std::string replayNote;              ///< why it was not, or what was seen instead
    std::optional<bool> replayedAsBuilt; ///< the same with the project's own options and sanitizers
    std::string asBuiltNote;
    std::string contract = "unspecified"; ///< intended, violated, unspecified
    std::vector<Cause> causes;
    std::vector<TraceEvent> trace; ///< in the order of the run, base before head; empty: nobody followed it
    std::string test;              ///< path of a regression test
    std::string testNote;          ///< why there is none although tests were wanted
    std::string condition;         ///< SMT-LIB 2: all inputs that show the change
    bool fails = false;            ///< of a check: it counts against it
    std::string allowed;           ///< of a check: why it does not
    bool isAccepted = false;       ///< because somebody wants this very difference
  };
  struct Function {
    std::string id, name, file;
    unsigned line = 0;
    unsigned configuration = 1; ///< of the file: which of the ways that it is compiled in
    std::string verdict;        ///< unchanged, changed, added, removed, inconclusive
    std::string proof;          ///< complete, bounded, none
    std::vector<std::string> bounds, assumptions, reasons, settled, open;
    std::vector<Change> changes;
    std::string code;    ///< a name for what differs in the code that it leads to; empty: not known
    bool isCut = false;  ///< for want of time: more of it may show more
    bool fails = false;  ///< of a check: it could not be settled, and that counts
    std::string allowed; ///< of a check: why it does not matter that it could not be settled
  };
  /// What a check says of it all.
  struct Check {
    std::uint64_t failures = 0;  ///< changes that count against it
    std::uint64_t allowed = 0;   ///< other changes, accepted ones included
    std::uint64_t accepted = 0;  ///< that somebody wants
    std::uint64_t unchecked = 0; ///< functions and hunks that nobody can say anything about
    bool passed = true;
  };
  struct Hunk {
    std::string file, baseFile;
    unsigned baseStart = 0, baseLines = 0, headStart = 0, headLines = 0;
    std::string status, why;
    std::vector<std::string> removed, added; ///< the lines, or the first of them; empty: not known
    bool fails = false;                      ///< of a check: nobody can say anything about it, and that counts
    std::string allowed;                     ///< of a check: why it does not matter that nobody can
    std::vector<std::string> before, after;  ///< lines of head around them, of no other hunk
    /// Of each of `removed` and `added`: "run" (some exploration came to it), "proved" (equal without being run),
    /// "missed"; "": there is no code in it. Empty: not known.
    std::vector<std::string> removedUse, addedUse;
  };
  /// Of a report about each `count`-th function only, from the `index`-th on. `merged` makes one of all.
  struct Shard {
    unsigned index = 1, count = 1;
    std::vector<std::string> entered; ///< ids of changed functions that comparisons of this shard came to
    std::vector<std::string> own;     ///< ids of changed functions that were compared by themselves, and not as entries
  };
  struct Statistics {
    std::string strategy = "full", comparison = "lockstep";
    std::uint64_t paths = 0, states = 0, instructions = 0, solverCalls = 0;
    std::uint64_t inputs = 0; ///< that were tried in both versions
    double solverSeconds = 0, seconds = 0;
    std::optional<double>
        firstSeconds; ///< until a difference was seen when both versions ran, building them included; nothing: none was
    std::uint64_t peakMemory = 0;
    std::vector<SolverLayer> solver;
  };

  std::string base, head;
  std::string baseCommit, headCommit; ///< empty of files and folders
  bool isPartial = false;             ///< it ends where somebody stopped the run: what is missing may differ
  std::vector<Function> functions;
  std::vector<Hunk> hunks;
  std::vector<std::string> notes;
  Statistics stats;
  std::optional<Check> check; ///< nothing: only compared
  std::optional<Shard> shard; ///< nothing: all of it
};

[[nodiscard]] std::string reportJson(const Report& report);
/// The report that `reportJson` wrote; `path` is for messages. An error of the kind Usage says what is wrong with it.
[[nodiscard]] support::Result<Report> readReport(std::string_view text, const std::string& path);
/// One line of JSON about a function that is settled, for whoever reads while the run goes on.
[[nodiscard]] std::string functionLine(const Report::Function& function);
/// The last line: all of the report but its functions, which the lines before are about.
[[nodiscard]] std::string closingLine(const Report& report);

/// Adds to the layer of that name, which comes last if it is new.
void addLayer(std::vector<SolverLayer>& layers, const SolverLayer& more);

/// The new version crashes, leaks or is undefined where the old one was not.
[[nodiscard]] inline bool isNewCrash(const Report::Change& change) {
  const bool leaks = std::ranges::find(change.differs, "leaked memory") != change.differs.end();
  return !change.ubOnly && (change.kind == "crash-introduced" || leaks || change.ubIntroduced);
}

/// The old version breaks off by an error of its own: nothing that the new one does there makes it worse.
[[nodiscard]] inline bool failedBefore(const Report::Change& change) {
  return change.base.ending.starts_with("memory error") || change.base.ending == "division by zero";
}

/// Differences that were seen, and for which the old version does what it should, come first.
[[nodiscard]] inline unsigned rankOf(const Report::Change& change) {
  return (change.ubOnly || failedBefore(change) ? 2U : 0U) + (change.replayed == true ? 0U : 1U);
}

/// What the marks of functions, changes and hunks come to.
[[nodiscard]] Report::Check tallied(const Report& report);
/// 0: nothing to look at, or the check passed; 1: a change, or a function that could not be settled; 3: the report is
/// partial.
[[nodiscard]] int exitCodeOf(const Report& report);

} // namespace beagle::report
