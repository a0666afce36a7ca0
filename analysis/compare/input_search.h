#pragma once

#include "analysis/compare/changed_places.h"
#include "analysis/compare/input_maker.h"
#include "analysis/compare/input_run.h"
#include "analysis/compare/observed_pair.h"
#include "analysis/support/budget.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::compare {

/// How much is tried: counted, so that the same is tried on every machine; time only cuts.
struct SearchOptions {
  std::uint64_t inputs = 50'000; ///< 0: nothing is tried
  std::uint64_t seed = 1;
  std::vector<NamedLeaves> first = {}; ///< what is tried first
  const TestInputs* tests = nullptr;   ///< what is tried next; none: nothing is known of tests
  CodeConstants likely = {};           ///< what is tried next is mostly made of these
  /// Bytes of files, standard input and the like, also where the bounds have fewer: it costs nothing to try more, and
  /// programs that read five numbers read no short text.
  std::uint32_t longestFile = 64;
  std::uint32_t longestText = 32; ///< characters of strings, likewise
};

/// Of the longest file and the longest text of an input.
struct InputLengths {
  std::uint64_t file = 0, text = 0;

  [[nodiscard]] bool exceed(const exec::HarnessOptions& bounds) const {
    return file > bounds.maxFile || text > bounds.maxString;
  }
  void add(InputLengths other) {
    file = std::max(file, other.file);
    text = std::max(text, other.text);
  }
};

struct SearchStatistics {
  std::uint64_t inputs = 0; ///< that were run in both versions
  std::uint64_t left = 0;   ///< that could not be: outside of the bounds, too long, not supported
  std::uint64_t instructions = 0;
  void add(const SearchStatistics& other);
};

/// An input by its values: one on which versions differ, or may.
struct DifferingInput {
  /// Values of leaves, by path; of choices, by `path == choice`.
  std::map<std::string, std::uint64_t, std::less<>> values;
  bool isDefined = false; ///< the base version is, on it
  bool isSound = false;   ///< and so is the head version
  bool isEndless = false; ///< a version never ends with it
};

/// Values by name; what has none is zero.
class NamedValues final : public exec::InputSource {
public:
  /// All references outlive it.
  NamedValues(const logic::TermManager& terms, const DifferingInput& input) : terms_(terms), input_(input) {}
  [[nodiscard]] std::uint64_t valueOf(const input::Leaf& leaf, std::uint32_t /*number*/) override {
    const auto found = input_.values.find(terms_.name(leaf.variable));
    return found == input_.values.end() ? 0 : found->second;
  }

private:
  const logic::TermManager& terms_;
  const DifferingInput& input_;
};

/// Looks for inputs on which two versions of an entry differ by trying many: it computes with numbers where
/// exploring computes with terms, and asks no solver. What reaches new code is varied further. It never shows
/// that versions are equal.
class InputSearch {
public:
  struct Side {
    Version version;
    exec::GivenSurroundings& surroundings; ///< the machine's
    const State& start;                    ///< at the entry's first instruction, with free arguments
  };
  /// All references outlive it.
  InputSearch(logic::TermManager& terms, const input::Leaves& leaves, Side base, Side head, const Relation& relation,
              InputMaker maker, std::vector<NamedLeaves> first = {});

  /// One input for each kind of difference, as simple as it could be made. Those for which base is not
  /// defined are left out when there are others.
  [[nodiscard]] std::vector<DifferingInput> run(std::uint64_t inputs, const support::Budget& budget);
  /// What comes of an input that somebody knows.
  enum class Judgement : std::uint8_t {
    Sound,     ///< the versions differ, and are defined
    Undefined, ///< one of them is not
    Equal,
    Unknown, ///< it cannot be run, or not in time
  };
  [[nodiscard]] Judgement judge(const DifferingInput& known, const support::Budget& budget);
  /// One that shows the same as an input that somebody knows, as simple as it could be made. Nothing: that shows
  /// nothing here, or cannot be run.
  [[nodiscard]] std::optional<DifferingInput> simpler(const DifferingInput& known, const support::Budget& budget);
  [[nodiscard]] const SearchStatistics& statistics() const { return statistics_; }
  /// The latest of those that reached something new and are wanted, at most so many.
  [[nodiscard]] std::vector<DifferingInput> latest(std::size_t most,
                                                   const std::function<bool(const DifferingInput&)>& isWanted) const;

private:
  void begin(std::uint64_t steps, std::uint64_t instructions, const support::Budget& budget);
  /// What came of one input: equal for inputs that show the same difference.
  struct Tried {
    std::string endings;         ///< of both runs
    std::set<std::string> paths; ///< of what differs; none: nothing does
    PlacesMet places;
    /// Which versions are, for that input; head alone counts as none.
    enum class Defined : std::uint8_t { Both, OnlyBase, None } defined = Defined::None;
    bool isEndless = false;
    friend auto operator<=>(const Tried&, const Tried&) = default;
  };
  [[nodiscard]] static bool isSound(const Tried& tried) { return tried.defined == Tried::Defined::Both; }
  [[nodiscard]] DifferingInput named(const InputValues& values) const;
  [[nodiscard]] DifferingInput named(const InputValues& values, const Tried& tried) const;
  void makeNext();
  void tryOne();
  void keep(InputValues input);
  /// Runs what the maker has next. Nothing: it could not be run.
  [[nodiscard]] std::optional<Tried> run();
  /// Runs the input that has begun.
  [[nodiscard]] std::optional<Tried> runBegun();
  [[nodiscard]] std::optional<State> runSide(Side& side, const std::vector<exec::Alias>& aliases);
  [[nodiscard]] std::optional<Tried> runRepaired();
  [[nodiscard]] std::uint64_t valueWithin(Term limit, std::uint32_t leaf);
  void makeHold(InputValues& input, Term condition, bool value);
  [[nodiscard]] InputValues values();
  [[nodiscard]] bool restsOnUnwritten(const State& ended);
  [[nodiscard]] bool hasReachedMore();
  [[nodiscard]] InputValues smaller(InputValues shown, const Tried& wanted);
  [[nodiscard]] bool isOver() const;
  /// How many differences.
  [[nodiscard]] std::size_t found(Tried::Defined defined) const;
  [[nodiscard]] std::size_t neighbours() const;
  [[nodiscard]] bool isWorthTelling(const Tried& tried) const;

  logic::TermManager& terms_;
  const input::Leaves& leaves_;
  Side base_, head_;
  const Relation& relation_;
  exec::GivenInput input_;
  InputMaker maker_;
  std::vector<NamedLeaves> first_; ///< inputs that somebody gave
  Lot lot_;
  std::uint64_t mostSteps_ = 0; ///< of one run
  std::uint64_t mostInstructions_ = 0;
  support::Budget budget_;
  SearchStatistics statistics_;
  std::size_t mostTerms_ = 0;
  std::vector<Term> required_; ///< of every input
  std::vector<Term> refused_;  ///< what the last input did not keep
  std::vector<Term> wished_;   ///< what it should have kept
  using Kept = std::shared_ptr<const InputValues>;
  std::vector<Kept> kept_; ///< that reached something new
  /// To try: an input that reached something new, with another value of one leaf.
  struct Probe {
    Kept input;
    std::uint32_t leaf = 0;
    std::uint64_t value = 0;
  };
  std::deque<Probe> probes_;
  InputValues probed_; ///< the input that is being tried, when it is one of those
  std::size_t reached_ = 0;
  std::set<std::pair<std::string, int>> lengths_; ///< of runs, by how they end
  std::map<Tried, InputValues> found_;
};

} // namespace beagle::compare
