#pragma once

#include "analysis/compare/input_partner.h"
#include "analysis/compare/prepared_pair.h"
#include "analysis/compare/semantic_change.h"
#include "analysis/support/budget.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace beagle::compare {

/// What is known about one entry.
enum class Verdict : std::uint8_t { Unchanged, Changed, Inconclusive };

/// Both sides of a change under its witness; what a report shows and a replay checks.
struct ShownChange {
  SemanticChange change;
  std::unique_ptr<State> base, head; ///< ended
  Outcome baseOutcome, headOutcome;
};

struct EntryResult {
  Verdict verdict = Verdict::Inconclusive;
  std::vector<ShownChange> changes; ///< one per sort and changed places, in the order of the pairs of paths
  std::set<std::string> bounds;     ///< within which the answer holds: "buffers of at most 8 elements"
  std::set<std::string> assumptions;
  std::set<std::string> open;    ///< what stopped it, and where
  std::set<std::string> settled; ///< what is known all the same
  std::uint64_t pairs = 0;       ///< of paths
  std::uint64_t equalPairs = 0;
  bool endsWell = false; ///< on some path, in base
  /// What became of the paths that come to code which differs, where it is known which does.
  enum class Differing : std::uint8_t { Unknown, NeverMet, EndsBadly, EndsWell } differing = Differing::Unknown;
  bool failsByInput = false;   ///< EndsBadly: some of them for want of memory of the input
  bool guessesLengths = false; ///< some buffer is as long as a number of the input is taken to say
  bool guessesArrays = false;  ///< some pointer leads to where code is taken to mean it to
  bool isCut = false;          ///< for want of time: more of it may settle what is open
  bool allocates = false;      ///< some run did, with malloc or the like, or may have
  bool missesChange = false;   ///< no way within the bounds leads to what changed; not all of the others were gone
  explore::Statistics baseStatistics, headStatistics;
  SearchStatistics searched;              ///< concrete inputs that were tried
  std::vector<DifferingInput> unfollowed; ///< that somebody else has found, and where the engine cannot follow
};

/// Compares an entry of two versions: every feasible pair of a base path and a head path over one input tree.
/// The head runs under the path condition of the base, so that only pairs that exist are looked at.
class EntryComparison {
public:
  /// All references outlive it.
  EntryComparison(logic::TermManager& terms, solver::Solver& solver, input::Leaves& leaves, Side base, Side head,
                  const Relation& relation, CompareOptions options);

  /// What all others begin with.
  [[nodiscard]] support::Result<void> start();
  /// Called with each change as soon as it is known.
  using OnChange = std::function<void(const ShownChange&)>;
  /// Tries concrete inputs; whether some showed a difference. It may be done before `run`, whose answer has
  /// it.
  [[nodiscard]] support::Result<bool> search(const support::Budget& budget, const OnChange& onChange = {});
  /// Explores. A partner, if there is one, outlives it.
  [[nodiscard]] support::Result<EntryResult> run(const support::Budget& budget, const OnChange& onChange = {},
                                                 InputPartner* partner = nullptr);

  /// Instead: only looks at inputs on which the versions were seen to differ.
  [[nodiscard]] support::Result<EntryResult> confirm(const std::vector<DifferingInput>& seen,
                                                     const support::Budget& budget);

  /// What runs so far took for places in one array.
  [[nodiscard]] const exec::Neighbours& neighbours() const { return neighbours_; }

  /// Bytes of a file that show a difference, where shorter ones show none for which base is defined; 0: none does.
  [[nodiscard]] InputLengths wanted() const { return wanted_; }

  /// Those that are known so far.
  [[nodiscard]] const std::vector<ShownChange>& changes() const { return result_.changes; }

  /// How far the engine can follow a version with such an input. Nothing: the entry never gets it.
  struct Followed {
    State state; ///< where it cannot go on, it has an ending that says so, or none
    logic::Assignment input;
  };
  [[nodiscard]] std::optional<Followed> follow(const DifferingInput& input, bool isBase) {
    return follow(input, isBase, mostStepsFound);
  }
  [[nodiscard]] std::optional<Followed> follow(const DifferingInput& input, bool isBase, std::uint64_t mostSteps);
  /// What the search came to, without a difference.
  [[nodiscard]] const std::vector<DifferingInput>& reached() const { return reached_; }

  // What shown changes refer to.
  [[nodiscard]] exec::Machine& machine(bool isBase) { return version(isBase).machine; }
  [[nodiscard]] exec::Harness& harness(bool isBase) { return version(isBase).harness; }
  /// At the entry's first instruction; once it ran.
  [[nodiscard]] const State& start(bool isBase) { return *version(isBase).start; }

private:
  /// Instructions of a run that follows an input which somebody has found.
  static constexpr std::uint64_t mostStepsFound = 1'000'000;
  [[nodiscard]] PreparedPair::Prepared& version(bool isBase) { return isBase ? pair_.base() : pair_.head(); }
  void search(const SearchOptions& options);
  [[nodiscard]] bool findChange(bool isBase);
  /// Whether the engine could go its way in both versions. `withNumbers`: not by terms that say which other inputs go
  /// the same way.
  bool addFound(const DifferingInput& found, bool withNumbers = false);
  /// Whether versions that differ by what terms only say roughly do so with numbers, for the same input.
  void judgeWithNumbers(const ObservedPair& pair, const logic::Assignment& witness);
  [[nodiscard]] bool mayGet(PreparedPair::Prepared& version, exec::GivenInput& input, const support::Budget& budget,
                            std::uint64_t mostSteps = mostStepsFound);
  [[nodiscard]] static std::uint64_t circleWithin(std::uint64_t mostSteps);
  void offerReached();
  void askPartner();
  void lookAt(const DifferingInput& hint, const DifferingInput* simpler);
  [[nodiscard]] std::shared_ptr<const logic::Assignment> knownInput(const ObservedPair& pair);
  [[nodiscard]] std::optional<State> runFound(PreparedPair::Prepared& version, State state, exec::GivenInput& input,
                                              bool isFree, std::uint64_t mostSteps);
  void otherOf(const State& firstEnd);
  void noteExplored(bool isBase, const explore::Explorer& explorer);
  /// Whether two ended runs are equal; a difference is noted. `shown`: an input that takes both paths, and is
  /// to show it; none: any input that does.
  bool judge(const State& baseEnd, const State& headEnd, exec::GivenInput* shown);
  bool addLeak(ObservedPair& pair, exec::GivenInput* shown);
  /// An input of a head path on which a condition holds, if there is one.
  struct Found {
    Term condition;
    std::shared_ptr<const logic::Assignment> witness;
    bool isDecided = true; ///< false: nobody knows; `open` says why
  };
  [[nodiscard]] Found difference(const State& headEnd, Term differ, Term wish);
  [[nodiscard]] Found withoutUndefined(const ObservedPair& pair, const Found& found);
  [[nodiscard]] Found withUndefined(const ObservedPair& pair, const Found& found);
  [[nodiscard]] Found seen(const ObservedPair& pair, const Found& found);
  [[nodiscard]] bool restsOnUnwritten(const State& end, const Found& found);
  /// Adds to a path what makes its model small: short buffers, null pointers, zeros.
  void simplify(solver::PathCondition& path);
  void addChange(ObservedPair pair, const Found& found, bool ubOnly);
  void tellChanges();
  /// Of a pair of ended runs of which the first may have come to code that differs.
  void noteDiffering(const State& firstEnd, const State& otherEnd);
  void noteShortInput(PreparedPair::Prepared& version, const State& ended);
  [[nodiscard]] bool isUnsettled(const exec::Machine& machine, const exec::Ending& ending);
  /// What the answer rests on: what one of many runs was taken for all.
  void noteApproximation(const exec::Machine& machine, const exec::Approximation& approximation);
  void noteApproximations(const exec::Machine& machine, const State& state);
  /// Whether inputs and globals lie where they do in the other version, as far as a run looked at that.
  [[nodiscard]] bool haveSameAddresses(const State& baseEnd, const State& headEnd);
  void dropCombinations();
  void noteCuts(const explore::Statistics& statistics, std::string_view version);
  [[nodiscard]] Verdict verdict() const;

  logic::TermManager& terms_;
  solver::Solver& solver_;
  input::Leaves& leaves_;
  const Relation& relation_;
  CompareOptions options_;
  PreparedPair pair_;
  std::optional<exec::ChangedCode> changed_; ///< in the version that is explored
  support::Budget budget_;
  const OnChange* onChange_ = nullptr;
  std::size_t told_ = 0; ///< so many changes
  InputPartner* partner_ = nullptr;
  EntryResult result_;
  std::vector<DifferingInput> found_; ///< by the search
  std::vector<DifferingInput> reached_;
  std::set<std::string> fingerprints_;
  exec::Neighbours neighbours_;
  InputLengths wanted_;
  std::optional<support::Budget::Clock::duration> mostForTerms_; ///< of one run that follows an input
  support::Budget::Clock::duration simplifying_{};               ///< so long witnesses were made simpler
  bool allocates_ = false;                                       ///< some run did
  bool isShown_ = false;                                         ///< a difference was, by what was looked at last
};

} // namespace beagle::compare
