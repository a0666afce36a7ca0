#include "analysis/explore/explorer.h"

#include "analysis/exec/circle.h"
#include "analysis/support/process_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace beagle::explore {

using exec::EndKind;
using solver::Answer;
using solver::Query;
using solver::Sat;
using solver::Unknown;
using solver::Unsat;

namespace {

constexpr std::uint64_t slice = 1'000'000; ///< instructions between two looks at the budget
/// Of a run to whose questions the path has had the answer so often, so many instructions may show that it never ends.
constexpr std::uint32_t leastImplied = 64;
constexpr std::uint64_t stepsOfCircle = 20'000;
/// Each has inputs of its own.
constexpr std::size_t mostCalls = 2'000;

bool callsTooOften(const State& state) {
  if (state.effects.size() <= mostCalls) return false;
  std::size_t calls = 0;
  state.effects.forEach(
      [&](const exec::Ref<exec::Effect>& effect) { calls += effect->kind == exec::Effect::Kind::Call; });
  return calls > mostCalls;
}

/// Waiting states that are not set aside when memory is short: those whose turn is next.
constexpr std::size_t keptInMemory = 64;

const std::string solverGaveUp = "the solver gave up";

} // namespace

Explorer::Explorer(exec::Machine& machine, solver::Solver& solver, ExplorerOptions options)
    : machine_(machine), solver_(solver), options_(options), frontier_(options.order, options.seed),
      merger_(machine, options.merge), evaluator_(machine.terms, nothing_) {}

std::string Explorer::exhausted() const {
  const Bounds& bounds = options_.bounds;
  if (const auto deadline = budget_.deadline(); deadline && support::Budget::Clock::now() >= *deadline) return "time";
  if (budget_.cancel().cancelled()) return "cancelled";
  if (budget_.exhausted()) return "time";
  if (bounds.paths != 0 && statistics_.paths >= bounds.paths) return fmt::format("{} paths", bounds.paths);
  if (bounds.instructions != 0 && statistics_.instructions >= bounds.instructions)
    return fmt::format("{} instructions", bounds.instructions);
  return {};
}

void Statistics::add(const Statistics& other) {
  paths += other.paths;
  complete += other.complete;
  errors += other.errors;
  unsupported += other.unsupported;
  for (const auto& [bound, count] : other.cut) cut[bound] += count;
  for (const auto& [bound, count] : other.limited) limited[bound] += count;
  same += other.same;
  states += other.states;
  forks += other.forks;
  merged += other.merged;
  instructions += other.instructions;
  waiting = std::max(waiting, other.waiting);
  setAside += other.setAside;
}

bool Explorer::explore(State start, support::Budget budget, const OnPath& onPath, const OnProgress& onProgress) {
  return explore(std::move(start), {}, std::move(budget), onPath, onProgress);
}

bool Explorer::explore(State start, const Task& task, support::Budget budget, const OnPath& onPath,
                       const OnProgress& onProgress) {
  budget_ = std::move(budget);
  onPath_ = &onPath;
  onProgress_ = onProgress ? &onProgress : nullptr;
  prefix_ = task.address;
  start_ = std::move(start);
  root_.reset();
  ++statistics_.states;
  frontier_.push({nullptr, nullptr, 0, nullptr, task.history, {}});
  work(0);
  return statistics_.cut.empty() && statistics_.limited.empty();
}

std::vector<Task> Explorer::split(State start, std::size_t parts, support::Budget budget, const OnPath& onPath) {
  budget_ = std::move(budget);
  onPath_ = &onPath;
  start_ = std::move(start);
  ++statistics_.states;
  frontier_.push({nullptr, nullptr, 0, nullptr, {}, {}});
  work(parts);
  std::vector<Task> tasks;
  while (!frontier_.empty()) {
    const Candidate candidate = frontier_.pop();
    History history = candidate.snapshot ? candidate.snapshot->history : candidate.history;
    std::vector<std::uint32_t> address;
    if (candidate.node) {
      history.push(candidate.alternative << 1);
      address = candidate.node->address();
      address.push_back(candidate.alternative);
    }
    tasks.push_back({std::move(history), std::move(address)});
  }
  return tasks;
}

/// Runs what waits, until nothing does, or `until` sides do (0: never mind).
void Explorer::work(std::size_t until) {
  while (until == 0 || frontier_.size() < until) {
    if (frontier_.empty()) retryUnsolved();
    if (frontier_.empty()) break;
    if (const std::string bound = exhausted(); !bound.empty()) {
      cutAll(bound);
      for (const auto& [node, alternative] : std::exchange(unsolved_, {})) cut(node, alternative, solverGaveUp, {});
      break;
    }
    if (onlyChange_ && !hasMetChange_ && frontier_.isElsewhere()) {
      cutAll("not on the way to the change");
      break;
    }
    advance(take(frontier_.pop()));
    ++looks_;
    if (const std::uint64_t most = options_.bounds.statesInMemory; most != 0 && looks_ % (most / 2 + 1) == 0)
      statistics_.setAside += frontier_.setAside(most);
    if (options_.bounds.memory != 0 && looks_ % 64 == 0) saveMemory();
  }
  // What could not be decided quickly is settled before the parts are handed out.
  if (until != 0) retryUnsolved();
}

void Explorer::saveMemory() {
  if (support::residentBytes() <= options_.bounds.memory) return;
  support::releaseFreedMemory();
  std::uint64_t used = support::residentBytes();
  if (used <= options_.bounds.memory) return;
  if (const std::size_t dropped = frontier_.setAside(keptInMemory); dropped > 0) {
    statistics_.setAside += dropped;
    support::releaseFreedMemory();
    used = support::residentBytes();
  }
  if (used <= options_.bounds.memory + options_.bounds.memory / 4) return;
  cutAll(fmt::format("{} MB of memory", options_.bounds.memory >> 20));
}

/// Nothing that waits is gone on with.
void Explorer::cutAll(const std::string& bound) {
  for (const auto& [number, meeting] : std::exchange(meetings_, {}))
    for (const Run& run : meeting.waiting) cut(run.node, run.alternative, bound, {});
  while (!frontier_.empty()) {
    const Candidate left = frontier_.pop();
    cut(left.node, left.alternative, bound, {});
  }
}

std::optional<State> Explorer::retrace(const History& history) {
  State state = *start_;
  for (std::size_t done = 0; done < history.size(); ++done) {
    const auto choice = nextChoice(state);
    if (!choice) return {};
    const std::uint32_t alternative = history[done] >> 1;
    const bool isImplied = (history[done] & 1) != 0;
    if (!isImplied && !takeSide(state, *choice, alternative)) return {};
    state.decide(alternative, isImplied);
  }
  return state;
}

/// Goes on to the next choice; nothing when it is cancelled on the way.
std::optional<Choice> Explorer::nextChoice(State& state) {
  while (true) {
    exec::Stop stop = machine_.run(state, slice, budget_.cancel());
    if (auto* asked = std::get_if<exec::Asked>(&stop)) return std::move(asked->choice);
    if (!std::holds_alternative<exec::Paused>(stop) || budget_.exhausted()) return {};
  }
}

/// A state that was made again has not always the model that it had: where that does not take the side, another one
/// is asked for.
bool Explorer::takeSide(State& state, const Choice& choice, std::uint32_t alternative) {
  const Term side = choice.alternatives[alternative];
  if (sideOf(state, choice) == alternative) {
    state.path.add(side);
    return true;
  }
  const Answer answer = feasible(state, side, options_.patiently);
  const auto* sat = std::get_if<Sat>(&answer);
  if (sat) state.path.add(side, *sat->model);
  return sat != nullptr;
}

Explorer::Run Explorer::take(Candidate candidate) {
  // The last one to use a snapshot needs no copy of it.
  Run run{!candidate.snapshot                   ? *start_
          : candidate.snapshot.use_count() == 1 ? std::move(*candidate.snapshot)
                                                : *candidate.snapshot,
          candidate.node, candidate.alternative};
  if (!candidate.snapshot) {
    auto again = retrace(candidate.history);
    run.isThere = again.has_value();
    run.join = candidate.join;
    if (!again) return run;
    run.state = std::move(*again);
    // It has made its last decision, and has not acted on it yet.
    if (candidate.node && !candidate.goesOn) run.isThere = nextChoice(run.state).has_value();
    if (!run.isThere) return run;
    run.state.join = candidate.join;
  }
  if (candidate.node && !candidate.goesOn) {
    const Term side = candidate.node->choice.alternatives[candidate.alternative];
    if (candidate.model) run.state.path.add(side, *candidate.model);
    else if (candidate.snapshot) run.state.path.add(side);
    else run.isThere = takeSide(run.state, candidate.node->choice, candidate.alternative);
    run.join = run.state.join;
    run.state.decide(candidate.alternative, false);
  }
  return run;
}

void Explorer::advance(Run run) {
  if (!run.isThere) return cut(run.node, run.alternative, exhausted().empty() ? solverGaveUp : exhausted(), run.join);
  while (true) {
    const std::uint64_t before = run.state.steps;
    exec::Stop stop = machine_.run(run.state, slice, budget_.cancel());
    statistics_.instructions += run.state.steps - before;
    hasMetChange_ |= (run.state.met & exec::ChangedCode::Target) != 0;
    noteProgress();
    if (!run.state.passed.empty()) pass(run.state);
    if (std::holds_alternative<exec::Ended>(stop)) return finish(run);
    if (std::holds_alternative<exec::Joined>(stop)) return wait(std::move(run));
    if (const std::string bound = exhausted(); !bound.empty())
      return cut(run.node, run.alternative, bound, run.state.join);
    auto* asked = std::get_if<exec::Asked>(&stop);
    if ((!asked || run.implied % 64 == 63) && callsTooOften(run.state))
      return cut(run.node, run.alternative, fmt::format("{} calls of functions without code", mostCalls),
                 run.state.join);
    if (!asked) ++run.slices;
    const bool isLong =
        asked ? run.implied >= leastImplied && std::has_single_bit(run.implied) : std::has_single_bit(run.slices);
    if (isLong && endsInCircle(run.state)) return finish(run);
    if (asked) {
      auto next = ask(std::move(run), std::move(asked->choice));
      if (!next) return;
      run = std::move(*next);
    }
  }
}

/// Whether no input that takes this path comes to its end; then it has one.
bool Explorer::endsInCircle(State& state) {
  const auto answer = [this](const State& now, const Choice& choice) -> std::optional<std::uint32_t> {
    const std::uint32_t own = sideOf(now, choice);
    for (std::uint32_t i = 0; i < choice.alternatives.size(); ++i)
      if (i != own && !std::holds_alternative<Unsat>(feasible(now, choice.alternatives[i], options_.quickly)))
        return {};
    return own;
  };
  const auto place = exec::circleOf(machine_, state, stepsOfCircle, answer);
  if (place) exec::endInCircle(state, *place);
  return place.has_value();
}

std::uint32_t Explorer::sideOf(const State& state, const Choice& choice) {
  if (evaluatedModel_ != state.path.modelVersion()) {
    evaluator_.reset(state.path.model());
    evaluatedModel_ = state.path.modelVersion();
  }
  std::uint32_t side = 0;
  while (side + 1 < choice.alternatives.size() && !evaluator_.truth(choice.alternatives[side])) ++side;
  return side;
}

Answer Explorer::feasible(const State& state, Term side, const solver::Limits& limits) {
  Query query;
  query.name = "branch";
  query.path = state.path.relevantTo(side, scratch_);
  query.goal = side;
  query.limits = limits;
  return solver_.check(query);
}

Node& Explorer::grow(Node* node, std::uint32_t alternative) {
  if (!node) {
    if (!root_) root_ = std::make_unique<Node>();
    return *root_;
  }
  Node::Alternative& side = node->alternatives[alternative];
  side.side = Node::Side::Taken;
  if (!side.child) {
    side.child = std::make_unique<Node>();
    side.child->parent = node;
    side.child->fromParent = alternative;
    side.child->depth = node->depth + 1;
  }
  return *side.child;
}

/// Nothing forks: the inputs that do not fit are left out, as long as there are others.
Explorer::Run Explorer::assume(Run run, const Choice& choice) {
  const Term wanted = choice.alternatives[0];
  std::uint32_t side = sideOf(run.state, choice);
  if (side != 0)
    if (const auto model = modelOf(run.state, wanted)) {
      side = 0;
      run.state.path.add(wanted, *model);
    }
  run.state.path.add(choice.alternatives[side]);
  run.state.decide(side, false);
  return run;
}

/// Mostly nothing is known yet of what is assumed, and small numbers will do.
std::shared_ptr<const logic::Assignment> Explorer::modelOf(const State& state, Term wanted) {
  logic::TermManager& terms = machine_.terms;
  if (state.path.relevantTo(wanted, scratch_).empty()) {
    auto small = std::make_shared<logic::Assignment>();
    for (const std::uint32_t number : terms.support(wanted)) small->set(terms.variableAt(number), 1);
    if (logic::Evaluator(terms, *small).truth(wanted)) return small;
  }
  const Answer answer = feasible(state, wanted, options_.patiently);
  const auto* sat = std::get_if<Sat>(&answer);
  return sat ? sat->model : nullptr;
}

std::optional<Explorer::Run> Explorer::ask(Run run, Choice choice) {
  if (choice.kind == exec::ChoiceKind::Assume) return assume(std::move(run), choice);
  const std::uint32_t own = sideOf(run.state, choice);
  std::vector<std::pair<std::uint32_t, std::shared_ptr<const logic::Assignment>>> others;
  std::vector<std::uint32_t> unsolved;
  for (std::uint32_t i = 0; i < choice.alternatives.size(); ++i) {
    if (i == own) continue;
    const Answer answer = feasible(run.state, choice.alternatives[i], options_.quickly);
    if (const auto* sat = std::get_if<Sat>(&answer)) others.emplace_back(i, sat->model);
    else if (std::holds_alternative<Unknown>(answer)) unsolved.push_back(i);
  }
  // Whether there is a choice here at all decides how the tree looks, so it is not put off.
  if (others.empty())
    for (const std::uint32_t i : std::exchange(unsolved, {})) {
      const Answer answer = feasible(run.state, choice.alternatives[i], options_.patiently);
      if (const auto* sat = std::get_if<Sat>(&answer)) others.emplace_back(i, sat->model);
      else if (std::holds_alternative<Unknown>(answer)) unsolved.push_back(i);
    }
  if (others.empty() && unsolved.empty()) { // the path implies it: nothing was decided here
    run.state.decide(own, true);
    ++run.implied;
    return run;
  }
  run.implied = 0;

  Node& node = grow(run.node, run.alternative);
  node.choice = std::move(choice);
  node.alternatives.resize(node.choice.alternatives.size());
  for (Node::Alternative& side : node.alternatives) side.side = Node::Side::Infeasible;
  node.alternatives[own].side = Node::Side::Taken;
  if (options_.bounds.choices != 0 && node.depth >= options_.bounds.choices) {
    cut(&node, own, fmt::format("{} choices on a path", options_.bounds.choices), run.state.join);
    return {};
  }
  arrange(run.state, 1 + others.size() + unsolved.size());
  statistics_.forks += others.size();
  statistics_.states += others.size();
  auto snapshot = std::make_shared<State>(std::move(run.state));
  for (const std::uint32_t i : unsolved) {
    node.alternatives[i].side = Node::Side::Unsolved;
    node.snapshot = snapshot;
    unsolved_.emplace_back(&node, i);
  }
  const exec::Ref<exec::Join> join = snapshot->join;
  Candidate mine{snapshot, &node, own, nullptr, {}, join};
  for (auto& [i, model] : others) {
    node.alternatives[i].side = Node::Side::Taken;
    Candidate other{snapshot, &node, i, std::move(model), {}, join};
    if (isSameInBoth(other)) continue;
    if (frontier_.size() >= options_.bounds.states)
      cut(&node, i, fmt::format("{} states waiting", options_.bounds.states), join);
    else frontier_.push(std::move(other));
  }
  statistics_.waiting = std::max<std::uint64_t>(statistics_.waiting, frontier_.size());
  snapshot.reset();
  if (isSameInBoth(mine)) return {};
  if (frontier_.staysWithRun()) return take(std::move(mine));
  frontier_.push(std::move(mine));
  return {};
}

void Explorer::retryUnsolved() {
  for (const auto& [node, alternative] : std::exchange(unsolved_, {})) {
    const auto snapshot = std::const_pointer_cast<State>(node->snapshot);
    const Answer answer = feasible(*snapshot, node->choice.alternatives[alternative], options_.patiently);
    Node::Alternative& side = node->alternatives[alternative];
    if (const auto* sat = std::get_if<Sat>(&answer)) {
      side.side = Node::Side::Taken;
      ++statistics_.forks;
      ++statistics_.states;
      Candidate solved{snapshot, node, alternative, sat->model, {}, snapshot->join};
      if (!isSameInBoth(solved)) frontier_.push(std::move(solved));
    } else if (std::holds_alternative<Unsat>(answer)) {
      side.side = Node::Side::Infeasible;
      leave(snapshot->join);
    } else {
      cut(node, alternative, solverGaveUp, snapshot->join);
    }
  }
}

/// If so, nothing more is to be known of it.
bool Explorer::isSameInBoth(const Candidate& candidate) {
  if (!aim_ || !aim_->isSameInBoth(*candidate.snapshot, candidate.node->choice, candidate.alternative)) return false;
  candidate.node->alternatives[candidate.alternative].side = Node::Side::Same;
  ++statistics_.same;
  candidate.snapshot->approximations.forEach([&](const exec::Approximation& each) {
    if (std::ranges::find(approximationsOfSame_, each.text, &exec::Approximation::text) == approximationsOfSame_.end())
      approximationsOfSame_.push_back(each);
  });
  leave(candidate.join);
  return true;
}

void Explorer::cut(Node* node, std::uint32_t alternative, const std::string& bound, const exec::Ref<exec::Join>& join) {
  if (node) node->alternatives[alternative].side = Node::Side::Dropped;
  ++statistics_.cut[bound];
  leave(join);
}

void Explorer::noteProgress() {
  if (onProgress_) (*onProgress_)(statistics_, frontier_.size());
}

void Explorer::finish(const Run& run) {
  const State& state = run.state;
  ++statistics_.paths;
  switch (state.ending->kind) {
  case EndKind::Returned:
  case EndKind::Exited: ++statistics_.complete; break;
  case EndKind::Unsupported: ++statistics_.unsupported; break;
  case EndKind::OutOfBound:
    ++(state.ending->isLimit ? statistics_.limited : statistics_.cut)[state.ending->text];
    break;
  default: ++statistics_.errors; break;
  }
  Node& leaf = grow(run.node, run.alternative);
  leaf.path = statistics_.paths - 1;
  std::vector<std::uint32_t> address = prefix_;
  const std::vector<std::uint32_t> below = leaf.address();
  address.insert(address.end(), below.begin(), below.end());
  (*onPath_)(state, address);
  leave(state.join);
}

bool Explorer::follow(const State& start, const logic::Assignment& input, support::Budget budget,
                      const OnPath& onPath) {
  budget_ = std::move(budget);
  onPath_ = &onPath;
  onProgress_ = nullptr;
  logic::Evaluator evaluator(machine_.terms, input);
  Run run{start, nullptr, 0};
  if (root_) {
    const Walk walk = walkDown(*root_, evaluator);
    if (walk.node->alternatives.empty()) return true; // that path is known
    if (walk.node->snapshot) {
      run = {*walk.node->snapshot, walk.node, walk.alternative};
      run.state.path.add(walk.node->choice.alternatives[walk.alternative]);
      run.state.decide(walk.alternative, false);
    }
  }
  ++statistics_.states;
  while (true) {
    const std::uint64_t before = run.state.steps;
    exec::Stop stop = machine_.run(run.state, slice, budget_.cancel());
    statistics_.instructions += run.state.steps - before;
    if (std::holds_alternative<exec::Ended>(stop)) break;
    if (!exhausted().empty()) return false;
    auto* asked = std::get_if<exec::Asked>(&stop);
    if (!asked) continue;
    if (asked->choice.kind == exec::ChoiceKind::Assume) {
      const std::uint32_t side = evaluator.truth(asked->choice.alternatives[0]) ? 0 : 1;
      run.state.path.add(asked->choice.alternatives[side]);
      run.state.decide(side, false);
      continue;
    }
    const Node* known = run.node ? run.node->alternatives[run.alternative].child.get() : root_.get();
    if (known && !known->alternatives.empty() && known->choice.alternatives != asked->choice.alternatives) {
      // Only one side was feasible, so `explore` made no node of it.
      std::uint32_t side = 0;
      while (side + 1 < asked->choice.alternatives.size() && !evaluator.truth(asked->choice.alternatives[side])) ++side;
      run.state.decide(side, true);
      continue;
    }
    Node& node = grow(run.node, run.alternative);
    if (node.alternatives.empty()) {
      node.choice = std::move(asked->choice);
      node.alternatives.resize(node.choice.alternatives.size());
      node.snapshot = std::make_shared<State>(run.state);
    }
    std::uint32_t side = 0;
    while (side + 1 < node.choice.alternatives.size() && !evaluator.truth(node.choice.alternatives[side])) ++side;
    run.node = &node;
    run.alternative = side;
    run.state.path.add(node.choice.alternatives[side]);
    run.state.decide(side, false);
  }
  finish(run);
  return true;
}

} // namespace beagle::explore
