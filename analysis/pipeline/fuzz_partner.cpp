#include "analysis/pipeline/fuzz_partner.h"

#include <algorithm>
#include <utility>

namespace beagle::pipeline {

using compare::DifferingInput;
using Clock = support::Budget::Clock;

namespace {

/// For looking at what is offered: most later ones have the shape of an earlier one.
constexpr std::chrono::milliseconds mostOffering{500};
/// The fuzzer hears of new forms after this, then after twice the time, and so on.
constexpr std::chrono::milliseconds firstRound{1000};
constexpr std::chrono::milliseconds longestRound{16'000};
/// Of what it finds; what the engine does not confirm among these is no difference.
constexpr std::size_t mostFound = 60;
/// Whoever explores is at the end of some run every now and then.
constexpr std::chrono::milliseconds mostUntaken{200};
/// Since it runs, where nothing else is left to do.
constexpr std::chrono::seconds mostWaitedFor{4};
constexpr auto look = std::chrono::milliseconds(50); // nobody tells when the run is cancelled

} // namespace

FuzzPartner::FuzzPartner(Env& env, const Workbench& bench, Side base, Side head, ConcreteRuns baseRuns,
                         const input::Leaves& leaves, logic::TermManager& terms, Place& place, Clock::duration delay,
                         std::optional<Exploring> exploring)
    : env_(env), bench_(bench), base_(base), head_(head), runs_(std::move(baseRuns)), leaves_(leaves), terms_(terms),
      place_(place), delay_(delay), exploring_(std::move(exploring)) {
  worker_ = std::async(std::launch::async, [this] { work(); });
}

FuzzPartner::~FuzzPartner() {
  stop_.cancel();
  changed_.notify_all();
  worker_.wait();
}

void FuzzPartner::offer(const exec::State& ended, const logic::Assignment& input) {
  if (offering_ >= mostOffering) return;
  const auto begin = Clock::now();
  const auto count = [&](void*) { offering_ += Clock::now() - begin; };
  const std::unique_ptr<void, decltype(count)> counted(this, count);
  Offered offered{runs_.form(ended, input), {}};
  if (offered.form.numbers.empty()) return;
  logic::Evaluator evaluator(terms_, input);
  for (const input::Leaf& leaf : leaves_.all()) {
    if (leaf.type.width > 64) continue;
    const std::uint64_t value =
        leaf.type.width == 1 ? std::uint64_t{evaluator.truth(leaf.variable)} : evaluator.bits64(leaf.variable);
    if (value != 0) offered.values.emplace(terms_.name(leaf.variable), value);
  }
  const std::scoped_lock lock(mutex_);
  const bool isKnown =
      std::ranges::any_of(offered_, [&](const Offered& other) { return haveSameShape(other.form, offered.form); });
  if (isKnown || offered_.size() == fuzz::mostForms) return;
  offered_.push_back(std::move(offered));
  changed_.notify_all();
}

std::vector<DifferingInput> FuzzPartner::take() {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(hasStopped_, false) && !env_.cancel.cancelled() && Clock::now() < exploring_->end)
    exploring_->token.raw()->store(false, std::memory_order_relaxed);
  return std::exchange(found_, {});
}

void FuzzPartner::wait(const support::Budget& budget) {
  std::unique_lock lock(mutex_);
  isClosed_ = true;
  changed_.notify_all();
  const auto isEnough = [&] { return fuzzingSince_ && Clock::now() - *fuzzingSince_ >= mostWaitedFor; };
  while (found_.empty() && !isOver_ && !isEnough() && !budget.exhausted()) changed_.wait_for(lock, look);
}

/// When nobody has taken what was found.
void FuzzPartner::stopExploring() {
  const std::scoped_lock lock(mutex_);
  if (found_.empty() || isClosed_) return;
  hasStopped_ = true;
  exploring_->token.cancel();
}

bool FuzzPartner::isClosed() const {
  const std::scoped_lock lock(mutex_);
  return isClosed_;
}

bool FuzzPartner::hasFound() const {
  const std::scoped_lock lock(mutex_);
  return !found_.empty();
}

/// Whether it may go on then.
bool FuzzPartner::sleep(Clock::duration time, bool untilWanted) {
  std::unique_lock lock(mutex_);
  const auto end = Clock::now() + time;
  while (Clock::now() < end && !(untilWanted && isClosed_) && !stop_.cancelled() && !env_.cancel.cancelled())
    changed_.wait_until(lock, std::min(end, Clock::now() + look));
  return !stop_.cancelled() && !env_.cancel.cancelled();
}

void FuzzPartner::found(const fuzz::Found& found) {
  const std::scoped_lock lock(mutex_);
  const Offered& offered = offered_[found.form];
  if (foundCount_ == mostFound) return;
  ++foundCount_;
  DifferingInput& input = found_.emplace_back(offered.values, true);
  for (std::size_t i = 0; i < found.values.size(); ++i) input.values[offered.form.numbers[i].name] = found.values[i];
  changed_.notify_all();
}

void FuzzPartner::work() {
  const auto end = [&](std::string_view why) {
    if (!why.empty()) env_.log.detail(fmt::format("fuzzing: {}", why));
    const std::scoped_lock lock(mutex_);
    isOver_ = true;
    changed_.notify_all();
  };
  if (!sleep(delay_, true)) return end("");
  fuzz::Fuzzer fuzzer(bench_.sandbox, env_.files, place_.folder, fmt::format("fuzzed{}", ++place_.fuzzers),
                      testgen::Compiler(bench_.toolchain.compiler));
  const auto baseUnits = testgen::unitsAsAnalysed(base_.version.units);
  const auto headUnits = testgen::unitsAsAnalysed(head_.version.units);
  testgen::FunctionNames names;
  {
    const std::scoped_lock lock(mutex_);
    for (const Offered& offered : offered_) {
      testgen::FunctionNames some = testgen::functionsIn({&offered.form.input, 1});
      names.targets.merge(some.targets);
      names.outside.merge(some.outside);
    }
  }
  {
    std::unique_lock lock(place_.building, std::defer_lock);
    while (!lock.try_lock_for(look))
      if (stop_.cancelled() || env_.cancel.cancelled()) return end("");
    const auto built = fuzzer.build({*base_.version.program, baseUnits, base_.entry},
                                    {*head_.version.program, headUnits, head_.entry}, std::move(names), stop_);
    if (!built) return end(stop_.cancelled() ? "" : built.error().str());
  }
  std::vector<fuzz::Form> forms;
  std::vector<std::size_t> numbers; // of the forms, among those offered
  std::size_t looked = 0;
  fuzz::FuzzerOptions options{.time = firstRound};
  while (true) {
    {
      const std::scoped_lock lock(mutex_);
      for (; looked < offered_.size(); ++looked)
        if (fuzzer.takes(offered_[looked].form)) {
          forms.push_back(offered_[looked].form);
          numbers.push_back(looked);
        }
      if (foundCount_ == mostFound) break;
      if (!forms.empty() && !fuzzingSince_) fuzzingSince_ = Clock::now();
    }
    if (forms.empty()) {
      if (isClosed() || !sleep(look)) break;
      continue;
    }
    const auto begin = Clock::now();
    const auto ran = fuzzer.run(
        forms, options,
        [&](fuzz::Found one) {
          one.form = numbers[one.form];
          found(one);
        },
        stop_);
    if (!ran) return end(stop_.cancelled() ? "" : ran.error().str());
    if (exploring_ && hasFound() && sleep(mostUntaken)) stopExploring();
    ++options.seed;
    options.time = std::min<std::chrono::milliseconds>(options.time * 2, longestRound);
    // A program that a version has ended at once is not started again and again.
    if (!sleep(Clock::now() - begin < look ? Clock::duration(look) : Clock::duration::zero())) break;
  }
  end("");
}

} // namespace beagle::pipeline
