#pragma once

#include "analysis/exec/merge_states.h"
#include "analysis/explore/frontier.h"
#include "analysis/explore/tree.h"
#include "analysis/solver/solver.h"
#include "analysis/support/budget.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace beagle::explore {

struct Bounds {
  std::uint64_t paths = 0;          ///< 0: no limit
  std::uint64_t instructions = 0;   ///< of all runs together; 0: no limit
  std::uint64_t states = 1'000'000; ///< waiting at once
  std::uint64_t statesInMemory = 0; ///< of those that wait; others are set aside. 0: as memory allows
  std::uint32_t choices = 0;        ///< of one path; 0: no limit
  /// Bytes of this process: above, waiting states are set aside and made again when it is their turn; a quarter
  /// above, what waits is left out. 0: no limit.
  std::uint64_t memory = 0;
};

using Merge = exec::Merging;
[[nodiscard]] std::optional<Merge> mergeNamed(std::string_view name); ///< "none", "equal", "ite"
[[nodiscard]] std::string_view nameOf(Merge merge);

struct ExplorerOptions {
  Order order = Order::DepthFirst;
  std::uint64_t seed = 0;
  Merge merge = Merge::None; ///< what becomes of runs that meet again where their ways join
  Bounds bounds;
  solver::Limits quickly{2'000'000};     ///< of the solver at first
  solver::Limits patiently{200'000'000}; ///< when nothing else is left to do
};

struct Statistics {
  std::uint64_t paths = 0;    ///< ended, however
  std::uint64_t complete = 0; ///< returned or exited
  std::uint64_t errors = 0;   ///< ended in an error of the program
  std::uint64_t unsupported = 0;
  std::map<std::string, std::uint64_t> cut;     ///< sides or paths left out, by which bound
  std::map<std::string, std::uint64_t> limited; ///< paths that are beyond what is claimed, by Ending::text
  std::uint64_t same = 0;                       ///< sides left out as they do the same in both versions; see aimAt
  std::uint64_t states = 0;                     ///< made
  std::uint64_t forks = 0;
  std::uint64_t merged = 0; ///< runs that became one with another one
  std::uint64_t instructions = 0;
  std::uint64_t waiting = 0;  ///< most states waiting at once
  std::uint64_t setAside = 0; ///< waiting states that were dropped and made again, to save memory

  void add(const Statistics& other); ///< of another part of the same exploration
};

/// A part of an exploration that somebody else can do: where it begins, and how to get there.
struct Task {
  History history;
  std::vector<std::uint32_t> address; ///< of the tree's node that grows from it
};

/// Explores one entry: runs states, asks the solver at each choice which sides are feasible, and records the tree.
/// Sides that the solver cannot decide quickly are put off until nothing else is left.
class Explorer {
public:
  /// What the order Greedy goes for; it outlives this. `onlyChange`: as long as nothing has met the change, what is not
  /// on the way there is left out. Sides that do the same in both versions, whatever comes, are not run at all.
  void aimAt(const exec::ChangedCode& code, bool onlyChange) {
    frontier_.aimAt(&code);
    aim_ = &code;
    onlyChange_ = onlyChange;
  }
  /// Whether some run has come through what it aims at.
  [[nodiscard]] bool hasMetChange() const { return hasMetChange_; }

  /// Called with each ended state, before it is gone, and its address in the tree.
  using OnPath = std::function<void(const State&, const std::vector<std::uint32_t>& address)>;
  /// Called now and then; also how many sides wait.
  using OnProgress = std::function<void(const Statistics&, std::size_t waiting)>;

  /// All references outlive it.
  Explorer(exec::Machine& machine, solver::Solver& solver, ExplorerOptions options);

  /// Explores from `start`; false when something was left out (see the statistics' `cut`).
  bool explore(State start, support::Budget budget, const OnPath& onPath, const OnProgress& onProgress = {});
  /// The same for the part that begins where the task leads, from the same start.
  bool explore(State start, const Task& task, support::Budget budget, const OnPath& onPath,
               const OnProgress& onProgress = {});
  /// Explores until about so many sides wait, and hands those out; the paths that ended meanwhile were reported.
  [[nodiscard]] std::vector<Task> split(State start, std::size_t parts, support::Budget budget, const OnPath& onPath);

  /// One input goes its way alone, from the deepest snapshot on its way; the sides that it does not take stay
  /// open. False: a bound stopped it.
  bool follow(const State& start, const logic::Assignment& input, support::Budget budget, const OnPath& onPath);

  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  /// What was not exact on the way to sides that were left out as they do the same in both versions, each text once.
  [[nodiscard]] const std::vector<exec::Approximation>& approximationsOfSame() const { return approximationsOfSame_; }
  /// Null when there was no time for anything.
  [[nodiscard]] Node* root() { return root_.get(); }

private:
  /// A run under way: its state, and the place in the tree that it grows from.
  struct Run {
    State state;
    Node* node = nullptr; ///< none: the root is still to be made
    std::uint32_t alternative = 0;
    bool isThere = true;             ///< false: the way to it could not be gone again
    exec::Ref<exec::Join> join = {}; ///< of one that is not there
    std::uint32_t implied = 0;       ///< questions in a row to which the path had the answer
    std::uint32_t slices = 0;        ///< pauses on its way
  };

  /// Runs that went apart, and wait for each other where their ways join.
  struct Meeting {
    exec::MergeBase base;
    exec::Ref<exec::Join> join;
    std::size_t runs = 0; ///< that may still come, or wait; runs of meetings inside of this one count as one
    std::vector<Run> waiting;
  };

  [[nodiscard]] Run take(Candidate candidate);
  /// Goes the way of a history again; nothing when it cannot be gone any more (cancelled).
  [[nodiscard]] std::optional<State> retrace(const History& history);
  [[nodiscard]] std::optional<Choice> nextChoice(State& state);
  [[nodiscard]] bool takeSide(State& state, const Choice& choice, std::uint32_t alternative);
  void work(std::size_t until);
  void saveMemory();
  void advance(Run run);
  /// The run goes on alone: nothing, or its sides are in the frontier now.
  [[nodiscard]] std::optional<Run> ask(Run run, Choice choice);
  [[nodiscard]] Run assume(Run run, const Choice& choice);
  [[nodiscard]] bool endsInCircle(State& state);
  [[nodiscard]] std::shared_ptr<const logic::Assignment> modelOf(const State& state, logic::Term wanted);
  void noteProgress();
  // Merging; nothing happens without it.
  void arrange(State& state, std::size_t sides);
  void wait(Run run);
  void pass(State& state);
  void leave(const exec::Ref<exec::Join>& join);
  void close(std::uint32_t number);
  void goOn(Run run, exec::Ref<exec::Join> next);
  [[nodiscard]] std::vector<Run> mergeAll(Meeting& meeting);
  [[nodiscard]] std::optional<Run> mergeTwo(Run& a, Run& b, const Meeting& meeting);

  [[nodiscard]] solver::Answer feasible(const State& state, Term side, const solver::Limits& limits);
  [[nodiscard]] std::uint32_t sideOf(const State& state, const Choice& choice);
  void finish(const Run& run);
  [[nodiscard]] bool isSameInBoth(const Candidate& candidate);
  void cut(Node* node, std::uint32_t alternative, const std::string& bound, const exec::Ref<exec::Join>& join);
  void cutAll(const std::string& bound);
  void retryUnsolved();
  [[nodiscard]] std::string exhausted() const; ///< which bound; "" while none is
  /// The node that grows from that side, made when it is not there.
  [[nodiscard]] Node& grow(Node* node, std::uint32_t alternative);

  exec::Machine& machine_;
  solver::Solver& solver_;
  ExplorerOptions options_;
  Statistics statistics_;
  std::vector<exec::Approximation> approximationsOfSame_;
  std::optional<State> start_;
  std::vector<std::uint32_t> prefix_; ///< address of the root
  std::unique_ptr<Node> root_;
  Frontier frontier_;
  const exec::ChangedCode* aim_ = nullptr;
  bool onlyChange_ = false;
  bool hasMetChange_ = false;
  std::vector<std::pair<Node*, std::uint32_t>> unsolved_;
  exec::StateMerger merger_;
  std::map<std::uint32_t, Meeting> meetings_;
  std::uint32_t meetingCount_ = 0;
  logic::Assignment nothing_;
  logic::Evaluator evaluator_;
  std::uint64_t evaluatedModel_ = ~std::uint64_t{0};
  std::vector<Term> scratch_;
  support::Budget budget_;
  const OnPath* onPath_ = nullptr;
  const OnProgress* onProgress_ = nullptr;
  std::uint64_t looks_ = 0; ///< at the process's memory
};

} // namespace beagle::explore
