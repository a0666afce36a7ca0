#include "analysis/pipeline/text_trials.h"

#include "analysis/compare/simpler_texts.h"
#include "analysis/support/deadline.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <utility>

namespace beagle::pipeline {

using testgen::ConcreteInput;
using testgen::End;
using testgen::NativeOutcome;
using Clock = support::Budget::Clock;

namespace {

constexpr std::size_t firstCount = 16, mostCount = 1000;
/// Of one batch, so that the end of the time is noticed.
constexpr std::chrono::milliseconds perBatch{200};
/// Of one input, at first; more where most take longer.
constexpr std::chrono::milliseconds leastForOne{20}, mostForOne{100};
/// Who writes more goes on for ever, as far as anybody can see.
constexpr std::uint64_t mostWritten = 1U << 16U;
constexpr std::size_t mostKept = 300;
constexpr std::chrono::milliseconds mostCarefully{2000};
constexpr std::size_t mostWaits = 3;
constexpr std::size_t mostCareful = 6; ///< run without optimisation, too, of one batch
constexpr std::size_t mostJudged = 4;  ///< of one kind, at once
constexpr std::size_t mostSimpler = 150;
constexpr std::chrono::milliseconds mostToSimplify{1500};

/// Numbers and letters do not count, nor how many lines of one shape there are.
std::string shapeOf(const NativeOutcome& outcome) {
  std::string shape = fmt::format("{} {} ", nameOf(outcome.end), outcome.code);
  std::set<std::string> lines;
  std::string line;
  for (const char letter : outcome.output + '\n' + outcome.errors + '\n') {
    if (letter == '\n') {
      if (lines.insert(line).second) shape += line + '\n';
      line.clear();
      continue;
    }
    const bool isDigit = letter >= '0' && letter <= '9';
    const char kind = isDigit ? '0' : letter;
    if (!isDigit || line.empty() || line.back() != '0') line += kind;
  }
  return shape;
}

bool hasEnded(const NativeOutcome& outcome) { return outcome.end != End::TimedOut && outcome.end != End::Other; }

/// That only one version has ended may be the machine's fault.
constexpr std::string_view onlyBase = "only base ends", onlyHead = "only head ends";
bool isDoubtful(const std::string& kind) { return kind == onlyBase || kind == onlyHead; }

std::string kindOf(const NativeOutcome& base, const NativeOutcome& head) {
  if (!base.obstacle.empty() || !head.obstacle.empty()) return "";
  if (!hasEnded(base) || !hasEnded(head))
    return hasEnded(base) ? std::string(onlyBase) : hasEnded(head) ? std::string(onlyHead) : "";
  std::string what;
  if (base.end != head.end) what += fmt::format(" ends {}/{}", nameOf(base.end), nameOf(head.end));
  else if (base.code != head.code) what += " code";
  if (base.output != head.output) what += " output";
  if (base.errors != head.errors) what += " errors";
  if (base.files != head.files) what += " files";
  return what;
}

} // namespace

TextTrials::TextTrials(Env& env, const Workbench& bench, Side base, Side head, std::string folder,
                       compare::TextMaker maker, std::uint64_t seed)
    : env_(env), bench_(bench), base_(std::move(base)), head_(std::move(head)), folder_(std::move(folder)),
      maker_(std::move(maker)), lot_(seed), forOne_(leastForOne) {
  // Of memory nothing is compared, and tables of megabytes take far longer to be told than to be made.
  for (Side* side : {&base_, &head_}) side->input.watched.clear();
}

std::optional<TextTrials::Programs> TextTrials::build(How how, const support::CancelToken& cancel) {
  const auto make = [&](const Side& side, std::string_view name,
                        std::optional<testgen::NativeBuilder>& builder) -> support::Result<testgen::NativeProgram> {
    if (!builder) {
      const std::string folder = support::joinPath(folder_, name);
      if (auto made = env_.files.makeFolders(folder); !made) return std::unexpected(std::move(made.error()));
      builder.emplace(bench_.sandbox, env_.files, folder, testgen::Compiler(bench_.toolchain.compiler));
    }
    std::vector<testgen::NativeUnit> units = testgen::unitsAsAnalysed(side.version.units);
    if (how == How::Quickly)
      for (testgen::NativeUnit& unit : units)
        std::ranges::replace(unit.options, std::string("-O0"), std::string("-O1"));
    return builder->build(*side.version.program, units, side.entry, testgen::Checks::None,
                          testgen::functionsIn({&side.input, 1}), cancel);
  };
  auto headLater = std::async(std::launch::async, [&] { return make(head_, "head", headBuilder_); });
  auto base = make(base_, "base", baseBuilder_);
  auto head = headLater.get();
  for (const auto* made : {&base, &head})
    if (!*made) {
      if (!cancel.cancelled()) env_.log.detail(fmt::format("trying texts: {}", made->error().str()));
      isOver_ = true;
      return {};
    }
  return Programs{std::move(*base), std::move(*head)};
}

std::string TextTrials::next() {
  if (kept_.empty() || lot_.oneIn(3)) {
    if (maker_.knowsLikely() && lot_.oneIn(8)) return maker_.likely(lot_);
    switch (lot_.below(4)) {
    case 0: return maker_.made(lot_);
    case 1: return maker_.madeList(lot_);
    default: return maker_.madeTask(lot_);
    }
  }
  // Rather one of the latest.
  return maker_.varied(kept_[std::max(lot_.below(kept_.size()), lot_.below(kept_.size()))], false, lot_);
}

/// Some that were not tried yet.
std::vector<std::string> TextTrials::batch(std::size_t count) {
  std::vector<std::string> texts;
  for (std::string& text : std::exchange(first_, {}))
    if (text.size() <= longestText && tried_.insert(text).second) texts.push_back(std::move(text));
  for (std::size_t tries = 0; texts.size() < count && tries < 4 * count; ++tries) {
    std::string text = next();
    if (text.size() <= longestText && tried_.insert(text).second) texts.push_back(std::move(text));
  }
  return texts;
}

/// A text whose outcome looks like none before is varied: the way to it is rare.
void TextTrials::keepNew(const std::string& text, const NativeOutcome& outcome) {
  if (!outcome.obstacle.empty() || !hasEnded(outcome) || !shapes_.insert(shapeOf(outcome)).second) return;
  if (kept_.size() == mostKept) kept_.erase(kept_.begin());
  kept_.push_back(text);
}

TextTrials::Outcomes TextTrials::runBoth(const Programs& programs, const std::vector<std::string>& texts,
                                         const testgen::RunOptions& options, const support::CancelToken& cancel) {
  const auto outcomesOf = [&](const testgen::NativeProgram& program, const Side& side) {
    std::vector<ConcreteInput> inputs;
    for (const std::string& text : texts) inputs.push_back(testgen::withStandardInput(side.input, text));
    return program.run(inputs, options, cancel);
  };
  auto headLater = std::async(std::launch::async, [&] { return outcomesOf(programs.head, head_); });
  auto base = outcomesOf(programs.base, base_);
  auto head = headLater.get();
  for (const auto* outcomes : {&base, &head})
    if (!*outcomes) {
      if (!cancel.cancelled()) env_.log.detail(fmt::format("trying texts: {}", outcomes->error().str()));
      isOver_ = true;
      return {};
    }
  return {std::move(*base), std::move(*head)};
}

/// What each of them shows. What rests on values that nothing was written to is mostly something else without
/// optimisation.
std::vector<TextTrials::Kind> TextTrials::kindsOf(const std::vector<std::string>& texts,
                                                  const support::CancelToken& cancel) {
  testgen::RunOptions options{.timeout = forOne_, .mostWritten = mostWritten};
  const auto [base, head] = runBoth(*quick_, texts, options, cancel);
  count_ += base.size();
  std::vector<Kind> kinds(texts.size());
  std::vector<std::size_t> differing;
  if (2 * std::ranges::count(base, End::TimedOut, &NativeOutcome::end) > std::ssize(base))
    forOne_ = std::min(2 * forOne_, mostForOne);
  for (std::size_t i = 0; i < base.size(); ++i) {
    keepNew(texts[i], base[i]);
    keepNew(texts[i], head[i]);
    kinds[i] = kindOf(base[i], head[i]);
    if (!kinds[i].empty() && !isDoubtful(kinds[i])) differing.push_back(i);
  }
  if (differing.empty()) return kinds;
  std::ranges::sort(differing, [&](std::size_t a, std::size_t b) { return compare::isSimpler(texts[a], texts[b]); });
  for (; differing.size() > mostCareful; differing.pop_back()) kinds[differing.back()].clear();
  std::vector<std::string> again;
  for (const std::size_t i : differing) again.push_back(texts[i]);
  if (!careful_) careful_ = build(How::AsAnalysed, cancel);
  options.timeout = forOneCarefully_;
  const auto [baseAgain, headAgain] = careful_ ? runBoth(*careful_, again, options, cancel) : Outcomes();
  const auto isSlow = [](const NativeOutcome& outcome) { return outcome.end == End::TimedOut; };
  if (std::ranges::any_of(baseAgain, isSlow)) forOneCarefully_ = std::min(2 * forOneCarefully_, mostCarefully);
  for (std::size_t i = 0; i < differing.size(); ++i) {
    Kind& kind = kinds[differing[i]];
    const bool isKnown = !baseAgain.empty();
    const bool isSame =
        isKnown && kindOf(base[differing[i]], baseAgain[i]).empty() && kindOf(head[differing[i]], headAgain[i]).empty();
    if (!isSame)
      kind = isKnown && isDoubtful(kindOf(baseAgain[i], headAgain[i])) ? kindOf(baseAgain[i], headAgain[i]) : "";
  }
  return kinds;
}

bool TextTrials::isEndless(const std::string& text, const support::CancelToken& cancel) {
  if (!careful_) careful_ = build(How::AsAnalysed, cancel);
  for (const std::chrono::milliseconds most : {10 * forOne_, std::chrono::milliseconds(patience)}) {
    if (!careful_) return false;
    const auto [base, head] = runBoth(*careful_, {text}, {.timeout = most}, cancel);
    if (base.empty() || !isDoubtful(kindOf(base.front(), head.front())) ||
        (base.front().end != End::TimedOut && head.front().end != End::TimedOut))
      return false;
  }
  return true;
}

/// One of some texts that seem to show the same.
std::optional<TextTrials::Found> TextTrials::foundIn(std::vector<std::string> texts, const Kind& kind,
                                                     const Judge& judge, const support::Budget& budget) {
  const auto simplified = [&](const Found& found, std::chrono::milliseconds most) {
    return simpler(found, kind, judge, support::Budget(budget.cancel()).limitTime(most));
  };
  std::ranges::sort(texts, compare::isSimpler);
  if (texts.size() > mostJudged) texts.resize(mostJudged);
  for (std::string& text : texts) {
    if (budget.cancel().cancelled()) break;
    Found found{text, judge(text, budget.cancel())};
    if (found.judgement != Judgement::Sound && found.judgement != Judgement::Unknown) continue;
    if (!isDoubtful(kind) || found.judgement == Judgement::Sound) return simplified(found, mostToSimplify);
    if (waits_ == mostWaits) continue;
    ++waits_;
    found = simplified(found, mostToSimplify / 2);
    found.isEndless = isEndless(found.text, budget.cancel());
    if (found.isEndless) return found;
  }
  return {};
}

TextTrials::Found TextTrials::simpler(Found found, const Kind& kind, const Judge& judge,
                                      const support::Budget& budget) {
  while (!budget.exhausted() && !isOver_) {
    std::vector<std::string> others = compare::simplerTexts(found.text);
    if (others.size() > mostSimpler) others.resize(mostSimpler);
    const std::vector<Kind> kinds = others.empty() ? std::vector<Kind>{} : kindsOf(others, budget.cancel());
    std::size_t judged = 0, better = others.size();
    for (std::size_t i = 0; i < kinds.size() && better == others.size() && judged < mostJudged; ++i)
      if (kinds[i] == kind && (++judged, judge(others[i], budget.cancel()) == found.judgement)) better = i;
    if (better == others.size()) break;
    found.text = std::move(others[better]);
  }
  return found;
}

std::vector<TextTrials::Found> TextTrials::run(const support::Budget& budget, const Judge& judge) {
  if (!quick_) quick_ = build(How::Quickly, budget.cancel());
  std::vector<Found> found;
  std::size_t size = firstCount;
  while (found.empty() && !budget.exhausted() && !isOver_) {
    const auto begin = Clock::now();
    const std::vector<std::string> texts = batch(size);
    if (texts.empty()) break;
    const std::vector<Kind> kinds = kindsOf(texts, budget.cancel());
    const auto took = Clock::now() - begin;
    if (4 * took < perBatch) size = std::min(size * 4, mostCount);
    else if (took > perBatch) size = std::max(size / 2, firstCount);
    std::map<Kind, std::vector<std::string>> shown;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      if (!kinds[i].empty()) shown[kinds[i]].push_back(texts[i]);
    for (auto& [kind, all] : shown)
      if (auto one = foundIn(std::move(all), kind, judge, budget)) found.push_back(std::move(*one));
  }
  return found;
}

} // namespace beagle::pipeline
