#pragma once

#include "test/oracle/pair_check.h"
#include "test/oracle/session.h"

#include <array>
#include <map>

namespace beagle::oracle {

/// Two versions of one program, as one tree; see Node::changed.
struct ProgramPair {
  GeneratedProgram program;
  bool isRewritten = false; ///< only: nothing that can be observed differs
  bool hasLoops = false;
};

/// Of eight numbers in a row three are equal without loops, one is rewritten and one has rewritten loops; three are
/// probably different, one of them after rewrites.
[[nodiscard]] ProgramPair generatePair(std::uint64_t seed, std::uint64_t number);

/// What became of pairs that are natively equal, or different.
struct PairTally {
  std::uint64_t pairs = 0, mismatches = 0, pathPairs = 0, waysAround = 0;
  struct Answers {
    std::uint64_t complete = 0, changed = 0, ubOnly = 0, inconclusive = 0;
    [[nodiscard]] std::uint64_t all() const { return complete + changed + ubOnly + inconclusive; }
  };
  Answers equalLoopFree, equalWithLoops, different;
  std::uint64_t provedAtOnce = 0;            ///< equal, without following paths
  std::uint64_t provedWhereDefined = 0;      ///< others, for inputs for which the arithmetic of base is defined
  std::map<std::string, std::uint64_t> open; ///< pairs, by what stopped the comparison
};

/// Generates pairs of programs, runs both natively on every input, compares them with the engine; prints what is
/// wrong.
class PairSession {
public:
  explicit PairSession(SessionOptions options) : options_(std::move(options)) {}

  /// An error is our bug outside of the engine.
  [[nodiscard]] support::Result<void> run();
  [[nodiscard]] const PairTally& tally() const { return tally_; }
  /// Of equal pairs without loops, so many percent have to be proved.
  [[nodiscard]] bool provesEnough() const;
  void printTally() const;

private:
  [[nodiscard]] support::Result<void> runAll(const std::vector<ProgramPair>& pairs);
  [[nodiscard]] std::optional<PairMismatch> comparePair(const ir::Program& base, const ir::Program& head,
                                                        const ProgramPair& pair, const NativePair& native,
                                                        PairTally& tally) const;
  [[nodiscard]] std::optional<PairMismatch> check(const ProgramPair& pair) const;
  void show(const ProgramPair& pair, const PairMismatch& mismatch, const NativePair& native);
  [[nodiscard]] support::Result<void> keep(const ProgramPair& pair) const;

  SessionOptions options_;
  PairTally tally_;
};

} // namespace beagle::oracle
