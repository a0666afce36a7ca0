#include "analysis/compare/input_search.h"

#include "analysis/compare/semantic_change.h"
#include "analysis/compare/smaller_input.h"
#include "analysis/exec/unwritten.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace beagle::compare {

using logic::Op;

namespace {

/// Of one run. What takes longer is left out: in its time, many others can be tried.
constexpr std::uint64_t mostSteps = 50'000;
constexpr std::size_t mostCalls = 500;
/// On average.
constexpr std::uint64_t instructionsPerInput = 5'000;
/// What all inputs leave behind is kept as long as the search: enough of it.
constexpr std::size_t mostTerms = 3'000'000;
constexpr std::size_t mostKept = 500;
constexpr std::size_t mostDifferences = 6;
constexpr std::size_t mostProbes = 400; ///< of one input
constexpr std::size_t mostWaiting = 2'000;
/// Inputs that are still tried when a difference is known, for other ones.
constexpr std::uint64_t triesBehind = 300;
/// And when runs took two pointers for ones into the same array, which no input has yet.
constexpr std::uint64_t triesBehindNeighbours = 100;
constexpr std::size_t mostLikely = 200; ///< inputs that are made of what is likely
constexpr std::size_t triesToShrink = 400;
/// Of a run with an input that somebody knows, and of all to make that simpler.
constexpr std::uint64_t mostStepsKnown = 1'000'000;
constexpr std::uint64_t mostStepsToSimplify = 20'000'000;
constexpr std::uint64_t mostStepsJudged = 30'000'000;
constexpr int mostRepairs = 3;

std::size_t reachedBy(const exec::Coverage& coverage) {
  std::size_t count = 0;
  for (const auto& [function, covered] : coverage.all())
    count = std::accumulate(covered.sides.begin(), covered.sides.end(),
                            std::accumulate(covered.blocks.begin(), covered.blocks.end(), count));
  return count;
}

} // namespace

void SearchStatistics::add(const SearchStatistics& other) {
  inputs += other.inputs;
  left += other.left;
  instructions += other.instructions;
}

InputSearch::InputSearch(logic::TermManager& terms, const input::Leaves& leaves, Side base, Side head,
                         const Relation& relation, InputMaker maker, std::vector<NamedLeaves> first)
    : terms_(terms), leaves_(leaves), base_(base), head_(head), relation_(relation), input_(terms, leaves),
      maker_(std::move(maker)), first_(std::move(first)), lot_(0) {
  for (const Side& side : {base_, head_})
    for (const Term constraint : side.start.path.all()) required_.push_back(constraint);
}

bool InputSearch::isOver() const {
  return statistics_.instructions >= mostInstructions_ || terms_.termCount() >= mostTerms_ || budget_.exhausted();
}

std::size_t InputSearch::neighbours() const {
  return base_.version.harness.neighbours().size() + head_.version.harness.neighbours().size();
}

void InputSearch::begin(std::uint64_t steps, std::uint64_t instructions, const support::Budget& budget) {
  mostSteps_ = steps;
  mostInstructions_ = statistics_.instructions + instructions;
  budget_ = budget;
  mostTerms_ = terms_.termCount() + mostTerms;
  found_.clear();
}

InputSearch::Judgement InputSearch::judge(const DifferingInput& known, const support::Budget& budget) {
  begin(mostStepsJudged, mostStepsJudged, budget);
  NamedValues source(terms_, known);
  input_.begin(source);
  const auto tried = runBegun();
  if (!tried) return Judgement::Unknown;
  if (tried->paths.empty()) return Judgement::Equal;
  return isSound(*tried) ? Judgement::Sound : Judgement::Undefined;
}

std::optional<DifferingInput> InputSearch::simpler(const DifferingInput& known, const support::Budget& budget) {
  begin(mostStepsKnown, mostStepsToSimplify, budget);
  NamedValues source(terms_, known);
  input_.begin(source);
  const auto tried = runBegun();
  if (!tried || tried->paths.empty()) return {};
  return named(smaller(values(), *tried), *tried);
}

std::vector<DifferingInput> InputSearch::run(std::uint64_t inputs, const support::Budget& budget) {
  begin(mostSteps, inputs * instructionsPerInput, budget);
  std::uint64_t last = inputs;
  const std::size_t known = neighbours();
  // What rests on undefined behaviour, in either version, says less: others are looked for.
  const auto foundSound = [this] { return found(Tried::Defined::Both); };
  for (std::uint64_t number = 0; number < last && foundSound() < mostDifferences && !isOver(); ++number) {
    if (number < first_.size()) maker_.take(first_[number]);
    else if (maker_.knowsLikely() && number < first_.size() + mostLikely) maker_.makeLikely();
    else makeNext();
    tryOne();
    if (foundSound() > 0) last = std::min(last, number + triesBehind);
    if (neighbours() != known) last = std::min(last, number + triesBehindNeighbours);
  }
  std::vector<DifferingInput> result;
  for (const auto& [tried, shown] : found_)
    if (isWorthTelling(tried)) result.push_back(named(isSound(tried) ? shown : smaller(shown, tried), tried));
  return result;
}

std::size_t InputSearch::found(Tried::Defined defined) const {
  return static_cast<std::size_t>(
      std::ranges::count(found_, defined, [](const auto& each) { return each.first.defined; }));
}

DifferingInput InputSearch::named(const InputValues& values) const {
  DifferingInput input;
  for (std::uint32_t leaf = 0; leaf < values.has.size(); ++leaf)
    if (values.has[leaf]) input.values.emplace(terms_.name(leaves_.all()[leaf].variable), values.values[leaf]);
  return input;
}

DifferingInput InputSearch::named(const InputValues& values, const Tried& tried) const {
  DifferingInput input = named(values);
  input.isDefined = tried.defined != Tried::Defined::None;
  input.isSound = isSound(tried);
  input.isEndless = tried.isEndless;
  return input;
}

std::vector<DifferingInput> InputSearch::latest(std::size_t most,
                                                const std::function<bool(const DifferingInput&)>& isWanted) const {
  std::vector<DifferingInput> result;
  for (auto kept = kept_.rbegin(); kept != kept_.rend() && result.size() < most; ++kept)
    if (DifferingInput input = named(**kept); isWanted(input)) result.push_back(std::move(input));
  return result;
}

/// One that does not show the same and more than another one, or for which base is not defined.
bool InputSearch::isWorthTelling(const Tried& tried) const {
  return std::ranges::none_of(found_, [&](const auto& found) {
    const Tried& other = found.first;
    const auto isDefined = [](const Tried& each) { return each.defined != Tried::Defined::None; };
    if (isDefined(other) != isDefined(tried)) return isDefined(other);
    return other.endings == tried.endings && other.places == tried.places && other.paths.size() < tried.paths.size() &&
           std::ranges::includes(tried.paths, other.paths);
  });
}

void InputSearch::makeNext() {
  if (!probes_.empty() && lot_.oneIn(2)) {
    const Probe probe = std::move(probes_.front());
    probes_.pop_front();
    probed_ = *probe.input;
    probed_.set(probe.leaf, probe.value);
    return maker_.repeat(probed_, false);
  }
  if (kept_.empty() || lot_.oneIn(3)) return maker_.makeAnew();
  maker_.vary(*kept_[std::max(lot_.below(kept_.size()), lot_.below(kept_.size()))]); // rather the latest
}

/// What reached something new may be one value away from the next thing. The latest is tried first.
void InputSearch::keep(InputValues input) {
  if (kept_.size() == mostKept) kept_.erase(kept_.begin());
  kept_.push_back(std::make_shared<const InputValues>(std::move(input)));
  const InputValues& values = *kept_.back();
  std::vector<std::uint32_t> leaves, letters;
  std::size_t count = 0;
  for (std::uint32_t leaf = 0; leaf < values.has.size(); ++leaf)
    if (values.contains(leaf)) {
      leaves.push_back(leaf);
      if (isText(leaves_.all()[leaf])) letters.push_back(leaf);
      count += maker_.candidates(leaves_.all()[leaf]).size();
    }
  std::vector<Probe> probes;
  const auto add = [&](std::uint32_t leaf, std::uint64_t value) {
    if (value != values.values[leaf]) probes.push_back({kept_.back(), leaf, value});
  };
  if (count <= mostProbes) {
    for (const std::uint32_t leaf : leaves)
      for (const std::uint64_t value : maker_.candidates(leaves_.all()[leaf])) add(leaf, value);
  } else {
    for (std::size_t i = 0; i < mostProbes; ++i) {
      // What reads a text decides by its letters, however much there is besides.
      const std::uint32_t leaf = lot_.of(letters.empty() || lot_.oneIn(2) ? leaves : letters);
      if (const auto& known = maker_.candidates(leaves_.all()[leaf]); !known.empty()) add(leaf, lot_.of(known));
    }
  }
  probes_.insert(probes_.begin(), probes.begin(), probes.end());
  if (probes_.size() > mostWaiting) probes_.resize(mostWaiting);
}

void InputSearch::tryOne() {
  auto tried = run();
  if (!tried || !wished_.empty())
    if (auto again = runRepaired()) tried = std::move(again);
  if (!tried) {
    ++statistics_.left;
    return;
  }
  const InputValues shown = values();
  if (hasReachedMore()) keep(shown);
  if (tried->paths.empty() || found_.contains(*tried)) return;
  if (!isSound(*tried) && found(tried->defined) >= mostDifferences) return;
  // Others are made simpler at the end: there is time to look for better ones first.
  found_.emplace(*tried, isSound(*tried) ? smaller(shown, *tried) : shown);
}

std::optional<InputSearch::Tried> InputSearch::run() {
  input_.begin(maker_);
  return runBegun();
}

std::optional<InputSearch::Tried> InputSearch::runBegun() {
  refused_.clear();
  wished_.clear();
  for (const Term required : required_)
    if (!input_.truth(required)) refused_.push_back(required);
  if (!refused_.empty()) return {};
  const auto baseEnd = runSide(base_, {});
  if (!baseEnd) return {};
  const auto headEnd = runSide(head_, base_.version.harness.aliases(*baseEnd));
  if (!headEnd) return {};
  ++statistics_.inputs;
  Tried tried;
  tried.endings = fmt::format("{}, {}", describe(*baseEnd->ending), describe(*headEnd->ending));
  tried.isEndless =
      baseEnd->ending->kind == exec::EndKind::NeverEnded || headEnd->ending->kind == exec::EndKind::NeverEnded;
  lengths_.emplace(tried.endings, std::bit_width(baseEnd->steps) * 64 + std::bit_width(headEnd->steps));
  const ObservedPair pair = observeBoth(base_.version, *baseEnd, head_.version, *headEnd, relation_);
  if (!input_.truth(pair.differ)) return tried;
  for (const Part& part : pair.parts)
    if (!input_.truth(part.holds)) tried.paths.insert(withoutIndices(part.path));
  if (input_.truth(pair.defined) && !restsOnUnwritten(*baseEnd)) {
    const bool isUndefinedAnew = input_.truth(relation_.undefinedWhen(terms_, pair.head)) || restsOnUnwritten(*headEnd);
    tried.defined = isUndefinedAnew ? Tried::Defined::OnlyBase : Tried::Defined::Both;
  }
  tried.places = {exec::ChangedCode::placesMet(*baseEnd), exec::ChangedCode::placesMet(*headEnd)};
  return tried;
}

std::optional<State> InputSearch::runSide(Side& side, const std::vector<exec::Alias>& aliases) {
  side.surroundings.give(input_, side.version.machine);
  State state = side.start;
  for (const exec::Alias& alias : aliases) state.aliases.push(alias);
  side.surroundings.giveArguments(state, side.version.entry);
  const InputRun ran = runInput(side.version.machine, state, input_,
                                {.keepsPath = false, .maxSteps = mostSteps_, .mostCalls = mostCalls}, budget_);
  statistics_.instructions += ran.steps;
  if (side.surroundings.refused()) refused_.push_back(side.surroundings.refused());
  if (ran.wish) wished_.push_back(ran.wish);
  if (ran.stop || side.surroundings.refused()) return {};
  const exec::EndKind kind = state.ending->kind;
  if (kind == exec::EndKind::OutOfBound && side.surroundings.exceeded())
    refused_.push_back(side.surroundings.exceeded());
  if (kind == exec::EndKind::Unsupported || kind == exec::EndKind::OutOfBound) return {};
  return state;
}

/// Runs the input once more, with what was wrong with it made right.
std::optional<InputSearch::Tried> InputSearch::runRepaired() {
  std::optional<Tried> tried;
  for (int i = 0; i < mostRepairs && (!refused_.empty() || !wished_.empty()); ++i) {
    InputValues repaired = values();
    for (const Term limit : refused_) {
      const std::vector<std::uint32_t> leaves = input_.leavesOf(limit);
      for (const std::uint32_t leaf : leaves) {
        if (leaves.size() == 1) maker_.noteLength(leaf); // else it is about values, too: keys in their order
        repaired.set(leaf, leaves.size() == 1 ? valueWithin(limit, leaf) : maker_.length());
      }
    }
    for (const Term wish : wished_) makeHold(repaired, wish, true);
    maker_.repeat(repaired, false);
    tried = run();
  }
  return tried;
}

/// A value for which the limit holds, if that is found soon: a length, or what the code has.
std::uint64_t InputSearch::valueWithin(Term limit, std::uint32_t leaf) {
  constexpr int mostTries = 16;
  const auto isWithin = [&](std::uint64_t value) {
    logic::Assignment assignment;
    assignment.set(leaves_.all()[leaf].variable, value);
    return logic::Evaluator(terms_, assignment).truth(limit);
  };
  for (int i = 0; i < mostTries; ++i)
    if (const std::uint64_t length = maker_.length(); isWithin(length)) return length;
  std::vector<std::uint64_t> within = maker_.candidates(leaves_.all()[leaf]);
  std::erase_if(within, [&](std::uint64_t value) { return !isWithin(value); });
  return within.empty() ? maker_.length() : lot_.of(within);
}

/// Changes an input so that a condition has the value, as far as that is easy.
void InputSearch::makeHold(InputValues& input, Term condition, bool value) {
  const auto leafOf = [&](Term term) -> std::optional<std::uint32_t> {
    if (terms_.op(term) != Op::Variable) return {};
    const auto leaves = input_.leavesOf(term);
    return leaves.empty() ? std::nullopt : std::optional(leaves.front());
  };
  if (const auto leaf = leafOf(condition)) return input.set(*leaf, value ? 1 : 0);
  const auto operands = terms_.operands(condition);
  switch (terms_.op(condition)) {
  case Op::Not: return makeHold(input, operands[0], !value);
  case Op::And:
    if (value)
      for (const Term operand : std::vector(operands.begin(), operands.end())) makeHold(input, operand, true);
    return;
  case Op::Equal: {
    const auto one = leafOf(operands[0]);
    const auto other = leafOf(operands[1]);
    if (!value || !one || !other) return;
    const bool isFirst = input.contains(*one) && (*one < *other || !input.contains(*other));
    const std::uint32_t from = isFirst ? *one : *other;
    input.set(isFirst ? *other : *one, input.contains(from) ? input.values[from] : 0);
    return;
  }
  default: return;
  }
}

/// Those that matter.
InputValues InputSearch::values() {
  InputValues values;
  for (const std::uint32_t leaf : input_.known())
    if (!maker_.isBehindEnd(leaves_.all()[leaf], leaf, input_)) values.set(leaf, input_.valueOf(leaf));
  return values;
}

/// Perhaps: `defined` tries only a few contents of what was never written.
bool InputSearch::restsOnUnwritten(const State& ended) {
  bool rests = false;
  ended.faults.forEach(
      [&](const exec::PossibleFault& fault) { rests = rests || exec::isAboutUnwritten(terms_, fault.condition); });
  return rests;
}

bool InputSearch::hasReachedMore() {
  const std::size_t reached =
      reachedBy(base_.version.machine.coverage()) + reachedBy(head_.version.machine.coverage()) + lengths_.size();
  return std::exchange(reached_, reached) != reached;
}

InputValues InputSearch::smaller(InputValues shown, const Tried& wanted) {
  return smallerInput(std::move(shown), leaves_, triesToShrink,
                      [&](const InputValues& candidate) -> std::optional<InputValues> {
                        if (isOver()) return {};
                        maker_.repeat(candidate, true);
                        const auto tried = run();
                        if (!tried || *tried != wanted) return {};
                        return values();
                      });
}

} // namespace beagle::compare
