#pragma once

#include "analysis/compare/text_mask.h"
#include "analysis/exec/outcome.h"
#include "analysis/input/layouts.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::compare {

using exec::Outcome;
using exec::State;
using logic::Term;

/// What one input does in both versions: two ended states over one path condition.
struct OutcomePair {
  const exec::Machine& baseMachine;
  const exec::Machine& headMachine;
  const State& baseState;
  const State& headState;
  const Outcome& base;
  const Outcome& head;
  const exec::Harness& baseHarness;
  const exec::Harness& headHarness;
  input::Layouts& layouts; ///< of the types of both
};

/// One thing that has to hold between two outcomes, for instance that one value stayed the same.
struct Part {
  std::string path; ///< what it is about: "return", "::count", "output", "ending", "undefined behaviour"
  Term holds;
};

/// What is asked of two outcomes: on the inputs where `assume` holds, all parts of `relate` must. Plain
/// equality is one relation, a change contract another.
class Relation {
public:
  virtual ~Relation() = default;
  [[nodiscard]] virtual Term assume(logic::TermManager& terms, const OutcomePair& pair) const;
  [[nodiscard]] virtual std::vector<Part> relate(logic::TermManager& terms, const OutcomePair& pair) const = 0;
  /// What an answer rests on because of it, in words.
  [[nodiscard]] virtual std::vector<std::string> assumptions() const { return {}; }
  /// Whether it holds wherever both versions do the same.
  [[nodiscard]] virtual bool holdsForEqual() const { return false; }
  /// Whether a value that C leaves undefined makes the run one of which nothing is said.
  [[nodiscard]] virtual bool counts(exec::ValueFault /*fault*/) const { return true; }

  /// When a value of the run is one that C leaves undefined and that counts, for some contents of what was never
  /// written (a few are tried).
  [[nodiscard]] Term undefinedWhen(logic::TermManager& terms, const State& state) const;
};

/// What two outcomes may differ in and be equal all the same.
struct EqualityOptions {
  bool comparesLeaks = true;
  std::uint32_t floatDigits = 0; ///< significant decimal digits that count; 0: every bit does
  TextMask mask;
  enum class Faults : std::uint8_t {
    Compare, ///< new ones are a difference
    Ignore,  ///< they have a value like any other
    Exclude, ///< inputs that lead to them are left out
  };
  Faults overflow = Faults::Compare, shift = Faults::Compare, uninitialised = Faults::Compare;

  [[nodiscard]] Faults of(exec::ValueFault fault) const;
};

/// Both versions end the same way, with the same results, the same memory behind the inputs, the same inputs freed, and
/// the same text written; and head's values are defined where base's are. Pointers are the same when they lead to the
/// same place of the same input, or to memory of the run's own of the same shape and contents; head's may be larger,
/// and hold anything where base wrote nothing. Head may leak less, not more.
class Equality final : public Relation {
public:
  explicit Equality(EqualityOptions options = {}) : options_(options) {}
  [[nodiscard]] Term assume(logic::TermManager& terms, const OutcomePair& pair) const override;
  [[nodiscard]] std::vector<Part> relate(logic::TermManager& terms, const OutcomePair& pair) const override;
  [[nodiscard]] std::vector<std::string> assumptions() const override;
  [[nodiscard]] bool holdsForEqual() const override { return true; }
  [[nodiscard]] bool counts(exec::ValueFault fault) const override {
    return options_.of(fault) != EqualityOptions::Faults::Ignore;
  }

private:
  EqualityOptions options_;
};

/// The part that says that memory which both made holds the same, where no path tells what differs.
constexpr std::string_view madeMemory = "allocated memory";

/// The part that says that head leaks no more than base.
constexpr std::string_view leakedMemory = "leaked memory";

/// Whether a part is about calls of a function without code: "log()".
[[nodiscard]] bool isCall(std::string_view part);

/// The part that says whether both free what a pointer of the input leads to.
[[nodiscard]] std::string freedPart(const std::string& path);

} // namespace beagle::compare
