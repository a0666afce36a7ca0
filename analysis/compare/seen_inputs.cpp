// Inputs that somebody else knows, and that the engine looks at itself.

#include "analysis/compare/entry_comparison.h"
#include "analysis/compare/prepared_search.h"

namespace beagle::compare {

namespace {

/// For what a partner has found, and to make it simpler.
constexpr std::chrono::seconds mostForHints{2}, mostForSimpler{2};
/// To follow with terms what somebody has seen, which may take far longer than with numbers.
constexpr std::chrono::milliseconds mostForTermsOfSeen{300};
/// For what the search came to: a large input takes a second.
constexpr std::chrono::milliseconds mostForOffering{500};
/// Where few instructions are wanted.
constexpr std::chrono::milliseconds mostForFew{100};

} // namespace

/// Whoever wants few instructions does not want to wait for a proof that there is no end of them either.
std::uint64_t EntryComparison::circleWithin(std::uint64_t mostSteps) {
  return mostSteps < mostStepsFound ? 0 : InputRunOptions().stepsOfCircle;
}

support::Result<EntryResult> EntryComparison::confirm(const std::vector<DifferingInput>& seen,
                                                      const support::Budget& budget) {
  if (auto started = start(); !started) return std::unexpected(std::move(started.error()));
  mostForTerms_ = mostForTermsOfSeen;
  for (const DifferingInput& input : seen) {
    if (budget.exhausted()) break;
    budget_ = support::Budget(budget.cancel()).limitTime(mostForHints);
    lookAt(input, nullptr);
  }
  dropCombinations();
  result_.verdict = verdict();
  return std::move(result_);
}

/// What the search came to is what a partner begins with.
void EntryComparison::offerReached() {
  if (!partner_) return;
  const support::Budget offering = support::Budget(budget_).limitTime(mostForOffering);
  for (const DifferingInput& reached : reached_) {
    if (offering.exhausted()) return;
    if (const auto followed = follow(reached, true)) partner_->offer(followed->state, followed->input);
  }
}

/// Whether it is such an input as was taken for granted when its parts were made: a text ends, a size is within limits.
bool EntryComparison::mayGet(PreparedPair::Prepared& version, exec::GivenInput& input, const support::Budget& budget,
                             std::uint64_t mostSteps) {
  const std::vector<Term> required = version.start->path.all();
  if (!std::ranges::all_of(required, [&](Term condition) { return input.truth(condition); })) return false;
  State state = *version.start;
  version.surroundings.give(input, version.machine);
  version.surroundings.giveArguments(state, version.side.entry);
  const InputRun ran =
      runInput(version.machine, state, input,
               {.keepsPath = false, .maxSteps = mostSteps, .stepsOfCircle = circleWithin(mostSteps)}, budget);
  const bool isRefused =
      ran.stop == RunStop::Cancelled || version.surroundings.refused() || version.surroundings.exceeded();
  version.surroundings.release();
  return !isRefused;
}

std::optional<EntryComparison::Followed> EntryComparison::follow(const DifferingInput& given, bool isBase,
                                                                 std::uint64_t mostSteps) {
  NamedValues values(terms_, given);
  exec::GivenInput input(terms_, leaves_);
  input.begin(values);
  const bool isFew = mostSteps < mostStepsFound;
  const support::Budget budget =
      support::Budget().limitTime(isFew ? support::Budget::Clock::duration(mostForFew) : mostForHints);
  if (!mayGet(pair_.base(), input, budget, mostSteps) || !mayGet(pair_.head(), input, budget, mostSteps)) return {};
  Followed followed{start(isBase), {}};
  (void)runInput(machine(isBase), followed.state, input,
                 {.keepsPath = true, .maxSteps = mostSteps, .stepsOfCircle = circleWithin(mostSteps)}, budget);
  followed.input = input.assignment();
  return followed;
}

/// What it has found is looked at even where the time is over: there may be nothing else.
void EntryComparison::askPartner() {
  if (!partner_) return;
  const std::vector<DifferingInput> hints = partner_->take();
  if (hints.empty()) return;
  PreparedSearch prepared(pair_.base().side, pair_.head().side, relation_, options_);
  InputSearch* search = prepared.start();
  std::vector<std::optional<DifferingInput>> simpler;
  const support::Budget simplifying = support::Budget().limitTime(mostForSimpler);
  for (const DifferingInput& hint : hints)
    simpler.push_back(search ? search->simpler(hint, simplifying) : std::nullopt);
  const support::Budget exploring = std::exchange(budget_, support::Budget().limitTime(mostForHints));
  for (std::size_t i = 0; i < hints.size(); ++i) lookAt(hints[i], simpler[i] ? &*simpler[i] : nullptr);
  budget_ = exploring;
}

/// `simpler`: one that shows the same.
void EntryComparison::lookAt(const DifferingInput& hint, const DifferingInput* simpler) {
  NamedValues values(terms_, hint);
  exec::GivenInput input(terms_, leaves_);
  input.begin(values);
  if (!mayGet(pair_.base(), input, budget_) || !mayGet(pair_.head(), input, budget_)) return;
  if (simpler && addFound(*simpler)) return;
  if (!addFound(hint)) result_.unfollowed.push_back(hint);
}

} // namespace beagle::compare
