#pragma once

#include "analysis/compare/input_search.h"
#include "analysis/compare/text_maker.h"
#include "analysis/pipeline/linked_version.h"
#include "analysis/pipeline/workbench.h"
#include "analysis/support/budget.h"
#include "analysis/testgen/replay.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace beagle::pipeline {

/// Runs both versions of an entry natively with texts on standard input that are made up, hundreds in a second however
/// long they compute. A text with which they differ is a hint: undefined behaviour may show in it.
class TextTrials {
public:
  static constexpr std::size_t longestText = 400;
  struct Side {
    const LinkedVersion& version;
    ir::FunctionIndex entry;
    testgen::ConcreteInput input; ///< all but what stands on standard input
  };
  /// `folder` is its own, or that of earlier trials of the same entry. All references outlive it.
  TextTrials(Env& env, const Workbench& bench, Side base, Side head, std::string folder, compare::TextMaker maker,
             std::uint64_t seed);

  /// Texts to begin with.
  void begin(std::vector<std::string> texts) { std::ranges::move(texts, std::back_inserter(first_)); }
  /// What the engine says of a text: what it shows may rest on undefined behaviour.
  using Judgement = compare::InputSearch::Judgement;
  using Judge = std::function<Judgement(const std::string&, const support::CancelToken&)>;
  struct Found {
    std::string text;
    Judgement judgement;    ///< sound or unknown
    bool isEndless = false; ///< one version ended soon, the other one was still running after `patience`
  };
  static constexpr std::chrono::seconds patience{1};
  /// Until some differ that did not before. Of each kind of difference one text, as simple as it could be made.
  [[nodiscard]] std::vector<Found> run(const support::Budget& budget, const Judge& judge);
  [[nodiscard]] std::size_t count() const { return count_; } ///< of texts that were run
  [[nodiscard]] bool isOver() const { return isOver_; }      ///< nothing can be run

private:
  /// What a text shows, in a word: equal for what is likely to be one difference. "": nothing.
  using Kind = std::string;
  /// Both versions as programs.
  struct Programs {
    testgen::NativeProgram base, head;
  };
  enum class How : std::uint8_t {
    Quickly,
    AsAnalysed, ///< without optimisation
  };
  [[nodiscard]] std::optional<Programs> build(How how, const support::CancelToken& cancel);
  [[nodiscard]] std::string next();
  [[nodiscard]] std::vector<std::string> batch(std::size_t count);
  using Outcomes = std::pair<std::vector<testgen::NativeOutcome>, std::vector<testgen::NativeOutcome>>;
  [[nodiscard]] Outcomes runBoth(const Programs& programs, const std::vector<std::string>& texts,
                                 const testgen::RunOptions& options, const support::CancelToken& cancel);
  [[nodiscard]] std::vector<Kind> kindsOf(const std::vector<std::string>& texts, const support::CancelToken& cancel);
  [[nodiscard]] std::optional<Found> foundIn(std::vector<std::string> texts, const Kind& kind, const Judge& judge,
                                             const support::Budget& budget);
  [[nodiscard]] Found simpler(Found found, const Kind& kind, const Judge& judge, const support::Budget& budget);
  [[nodiscard]] bool isEndless(const std::string& text, const support::CancelToken& cancel);
  void keepNew(const std::string& text, const testgen::NativeOutcome& outcome);

  Env& env_;
  const Workbench& bench_;
  Side base_, head_;
  std::string folder_;
  compare::TextMaker maker_;
  compare::Lot lot_;
  std::optional<testgen::NativeBuilder> baseBuilder_, headBuilder_;
  std::optional<Programs> quick_, careful_;
  std::vector<std::string> first_;
  std::vector<std::string> kept_; ///< whose outcomes looked new
  std::set<std::string> shapes_;  ///< of outcomes so far
  std::set<std::string> tried_;
  std::size_t count_ = 0;
  std::chrono::milliseconds forOne_;               ///< text
  std::chrono::milliseconds forOneCarefully_{300}; ///< without optimisation
  std::size_t waits_ = 0;                          ///< for runs without an end
  bool isOver_ = false;                            ///< they could not be run
};

} // namespace beagle::pipeline
