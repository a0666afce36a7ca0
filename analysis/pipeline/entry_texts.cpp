// Programs that read standard input, run with many texts.

#include "analysis/compare/prepared_search.h"
#include "analysis/pipeline/comparison_report.h"
#include "analysis/pipeline/entry_comparer.h"
#include "analysis/pipeline/text_trials.h"
#include "analysis/solver/chain.h"
#include "analysis/support/deadline.h"
#include "analysis/support/text.h"
#include "analysis/testgen/source_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace beagle::pipeline {

using report::Report;
using support::Result;

namespace {

using Duration = EntryComparer::Clock::duration;

constexpr std::chrono::milliseconds mostForJudging{300};
/// Instructions behind which a program has mostly begun to read, and time for finding an input with which it does.
constexpr std::array<std::uint64_t, 2> stepsToRead{1'000, 100'000};
constexpr std::chrono::milliseconds mostForFrame{100};
constexpr std::chrono::seconds mostForConfirming{3};
/// Lists that programs read are longer than those that can be explored.
constexpr std::uint32_t elementsOfTexts = 2;

bool readsText(const testgen::ConcreteInput& input) {
  return std::ranges::find(input.roots, testgen::Root::Kind::StandardInput, &testgen::Root::kind) != input.roots.end();
}

std::string textIn(const compare::DifferingInput& input) {
  std::string text;
  const auto size = input.values.find("stdin.size");
  for (std::uint64_t i = 0; size != input.values.end() && i < size->second; ++i) {
    const auto byte = input.values.find(fmt::format("stdin[{}]", i));
    text += byte == input.values.end() ? '\0' : static_cast<char>(byte->second);
  }
  return text;
}

testgen::ConcreteInput withText(testgen::ConcreteInput input, const std::string& text) {
  input = testgen::withStandardInput(std::move(input), text);
  std::erase_if(input.values, [](const auto& value) { return value.first == "stdin"; });
  input.values.emplace_back("stdin", testgen::quoted(text));
  return input;
}

compare::DifferingInput withText(compare::DifferingInput input, const std::string& text) {
  std::erase_if(input.values,
                [](const auto& value) { return value.first == "stdin.size" || value.first.starts_with("stdin["); });
  input.values["stdin.size"] = text.size();
  for (std::size_t i = 0; i < text.size(); ++i)
    input.values[fmt::format("stdin[{}]", i)] = static_cast<std::uint8_t>(text[i]);
  return input;
}

/// Asks the engine, which runs both versions with numbers.
class TextJudge {
public:
  TextJudge(const compare::Side& base, const compare::Side& head, compare::CompareOptions options,
            compare::DifferingInput frame)
      : base_(base), head_(head), options_(std::move(options)), frame_(std::move(frame)) {}

  TextTrials::Judgement operator()(const std::string& text, const support::CancelToken& cancel) {
    if (judged_++ % mostJudged == 0) engine_ = std::make_shared<Engine>(base_, head_, options_);
    if (!engine_->search) return TextTrials::Judgement::Unknown;
    return engine_->search->judge(withText(frame_, text), support::Budget(cancel).limitTime(mostForJudging));
  }

private:
  struct Engine {
    Engine(const compare::Side& base, const compare::Side& head, const compare::CompareOptions& options)
        : equality(options.equality), prepared(base, head, equality, options), search(prepared.start()) {}
    const compare::Equality equality;
    compare::PreparedSearch prepared;
    compare::InputSearch* search;
  };
  static constexpr std::size_t mostJudged = 100; ///< what each leaves behind is kept as long as the engine

  compare::Side base_, head_;
  compare::CompareOptions options_;
  compare::DifferingInput frame_;
  std::size_t judged_ = 0;
  std::shared_ptr<Engine> engine_; ///< std::function wants to be copied
};

} // namespace

std::optional<EntryComparer::TextFrame> EntryComparer::textFrame(const DiffEntry& entry,
                                                                 compare::EntryComparison& comparison,
                                                                 const input::Leaves& leaves) const {
  std::vector<compare::DifferingInput> inputs{{}}; // the simplest first
  std::ranges::copy(comparison.reached(), std::back_inserter(inputs));
  const auto end = Clock::now() + mostForFrame;
  // What goes on with what it could not read may take long for each instruction; what it does before does not.
  for (const std::uint64_t steps : stepsToRead)
    for (const compare::DifferingInput& input : inputs) {
      if (Clock::now() > end) return {};
      const auto inBase = comparison.follow(input, true, steps);
      const auto inHead = comparison.follow(input, false, steps);
      if (!inBase || !inHead) continue;
      TextFrame frame{input, runsOf(comparison, entry, leaves, true).inputOf(inBase->state, inBase->input),
                      runsOf(comparison, entry, leaves, false).inputOf(inHead->state, inHead->input)};
      if (readsText(frame.base) && readsText(frame.head)) return frame;
    }
  return {};
}

/// Before the search for a program, and behind it with what it came to.
void EntryComparer::lookForTexts(const DiffEntry& entry, compare::EntryComparison& comparison,
                                 const input::Leaves& leaves, const compare::CompareOptions& options) {
  const bool isProgram = work_.version(false).program->functions()[*entry.head].isMain;
  const bool isGiven = options.harness.files.contains(""); // somebody says what is to be read
  if (!triesTexts_ || options.search.inputs == 0 || !options.fuzz || options.seeksCrash || isGiven || !isProgram ||
      !mayRunNatively())
    return;
  if (!comparison.start()) return;
  if (!texts_) {
    frame_ = textFrame(entry, comparison, leaves);
    if (!frame_) return;
    compare::TextMaker maker(compare::constantsAround(sideOf(entry, true), sideOf(entry, false), options),
                             options.search.likely, elementsOfTexts * options.harness.maxElements);
    TextTrials trials(work_.env, *work_.subject.bench, {work_.subject.base, *entry.base, frame_->base},
                      {work_.subject.head, *entry.head, frame_->head}, work_.textFolder(entry), std::move(maker),
                      options.search.seed);
    compare::CompareOptions judging = options;
    judging.search.longestFile = TextTrials::longestText;
    texts_ = std::make_unique<TextSearch>(
        std::move(trials), TextJudge(sideOf(entry, true), sideOf(entry, false), std::move(judging), frame_->values));
  }
  std::vector<std::string> texts;
  for (const compare::DifferingInput& reached : comparison.reached()) texts.push_back(textIn(reached));
  texts_->offer(std::move(texts));
}

/// As the engine says; where it cannot follow, or takes too long, as both versions were seen to do it.
Result<void> EntryComparer::addOfTexts(DiffRow& row, const std::vector<TextSearch::Found>& found,
                                       compare::CompareOptions options) {
  work_.env.log.detail(fmt::format("{}: of {} texts that were run, {} show a difference", row.function.name,
                                   texts_->count(), found.size()));
  if (found.empty()) return {};
  work_.noteNews();
  const DiffEntry& entry = *row.entry;
  std::vector<compare::DifferingInput> seen;
  for (const auto& [text, judgement, isEndless] : found) {
    work_.env.log.detail(fmt::format("{}: with {}", row.function.name, support::printable(text)));
    if (isEndless) continue;
    seen.push_back(withText(frame_->values, text));
    options.harness.maxFile = std::max(options.harness.maxFile, static_cast<std::uint32_t>(text.size()));
  }
  Function function = reportedEntry(work_.subject, entry);
  logic::TermManager terms;
  input::Leaves leaves(terms);
  const support::Deadline deadline(work_.env.cancel, mostForConfirming);
  auto solver = solver::makeSolver(terms, {}, deadline.token());
  if (!solver) return std::unexpected(std::move(solver.error()));
  const compare::Equality equality(options.equality);
  compare::EntryComparison comparison(terms, **solver, leaves, sideOf(entry, true), sideOf(entry, false), equality,
                                      options);
  auto result = comparison.confirm(seen, support::Budget(deadline.token()));
  if (!result) return {}; // the entry cannot be called, which was said before
  work_.noteEffort(*result, **solver);
  for (const bool isBase : {true, false}) work_.noteRuns(comparison.machine(isBase), isBase);
  for (const compare::ShownChange& change : result->changes)
    function.changes.push_back(reportedChange(comparison, change, leaves, **solver));
  if (work_.options.replay && !result->changes.empty()) replay(function, entry, comparison, *result, leaves);
  const auto isUnfollowed = [&](const std::string& text) {
    const auto values = withText(frame_->values, text).values;
    return std::ranges::any_of(result->unfollowed, [&](const auto& input) { return input.values == values; });
  };
  for (const auto& [text, judgement, isEndless] : found) {
    if (std::ranges::any_of(function.changes, isSound) || (!isEndless && !isUnfollowed(text))) continue;
    addNative(function, entry, withText(frame_->base, text), withText(frame_->head, text), options.equality,
              isEndless ? std::optional(TextTrials::patience) : std::nullopt);
  }
  addSound(row.function, std::move(function.changes), [](const Report::Change&) { return true; });
  if (std::ranges::none_of(row.function.changes, isSound)) return {};
  row.isSettled = true;
  if (!std::exchange(row.function.isCut, false)) return {};
  // It was no matter of time.
  std::erase_if(row.function.open, [](const std::string& why) { return why.ends_with("its time is over"); });
  row.function.open.emplace_back("runs of both versions showed a difference before all was explored");
  return {};
}

} // namespace beagle::pipeline
