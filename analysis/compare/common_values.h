#pragma once

#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace beagle::compare {

using logic::Term;

/// A value as it comes to a place: `object + term`.
struct Arrival {
  enum class Kind : std::uint8_t {
    Term,
    Untyped, ///< `bits`; nobody knows of what type
    Marked,  ///< never written, or poison: `bits` says which
  } kind = Kind::Term;
  Term object; ///< that it leads into; none: nobody knows, or into none
  Term term;
  std::uint64_t bits = 0;
  logic::Sort sort; ///< of the term
};

/// What values may have in common at a place, for each the terms that it may be, best first, over the
/// variables of others, and conditions on them. See `ValueGuesses`.
struct Guesses {
  std::vector<std::deque<Term>> values;
  std::vector<Term> facts;
  std::vector<Term> made; ///< checks that may have gone well
};

/// Some values that live at a place which is come to again and again, and what they always have in common. It
/// starts with all that may hold, and drops what an arrival does not have; so it only shrinks.
///
///   value = object + what it is known to be, or else a variable of its own
class CommonValues {
public:
  /// `name` tells its variables from those of other places. The manager outlives it.
  CommonValues(logic::TermManager& terms, std::string name) : terms_(&terms), name_(std::move(name)) {}

  /// Each value's kind and object, and a variable for it. Nothing is in common yet.
  void begin(const std::vector<Arrival>& first);
  [[nodiscard]] bool hasBegun() const { return !values_.empty(); }
  [[nodiscard]] std::vector<Term> variables() const;
  void setGuesses(Guesses guesses);

  struct Outcome {
    bool changed = false; ///< less is in common than before
    std::string problem;  ///< what cannot be kept apart; "": nothing
  };
  /// Drops what the kinds of values tell already.
  [[nodiscard]] Outcome adapt(const std::vector<Arrival>& arrivals);
  /// Something that is held to be in common, as it is on one arrival.
  struct Claim {
    enum class Kind : std::uint8_t { Value, Fact, Check } kind = Kind::Value;
    std::size_t which = 0; ///< value, fact or check, by number
    Term left, right;      ///< Value: what it is, and what it should be
    Term condition;        ///< Fact, Check
  };
  [[nodiscard]] std::vector<Claim> claims(const std::vector<Arrival>& arrivals) const;
  /// What does not hold. Of facts and checks the numbers change: the last ones first.
  void drop(const Claim& claim);

  /// Of a value of which nothing is known any more: that it may be what it was computed from others here, and what the
  /// conditions say of it.
  void seed(std::size_t value, const std::vector<Arrival>& arrivals, const std::vector<Term>& conditions);

  // What is in common.
  [[nodiscard]] Arrival::Kind kindOf(std::size_t value) const { return values_[value].kind; }
  [[nodiscard]] std::uint64_t bitsOf(std::size_t value) const { return values_[value].bits; } ///< Untyped, Marked
  [[nodiscard]] Term termOf(std::size_t value) const;                                         ///< Term
  [[nodiscard]] bool areEqual(std::size_t a, std::size_t b) const { return termOf(a) == termOf(b); }
  /// Whether the same is held to be in common.
  [[nodiscard]] bool isSameAs(const CommonValues& other) const;
  /// Conditions on the values.
  [[nodiscard]] std::vector<Term> facts() const;
  [[nodiscard]] std::vector<Term> made() const;
  /// A condition in terms of what arrives, in terms of the variables; none when it is about something else.
  [[nodiscard]] static std::vector<Term> renamed(logic::TermManager& terms, const std::vector<Arrival>& arrivals,
                                                 const std::vector<Term>& variables, const std::vector<Term>& facts);

private:
  struct Value {
    Arrival::Kind kind = Arrival::Kind::Term;
    std::uint64_t bits = 0;
    Term object;
    logic::Sort sort;
    Term variable;
    std::deque<Term> guesses; ///< the first one holds; none: the variable
    std::uint32_t seeds = 0;
  };
  void forget(std::size_t value); ///< the value becomes another: nothing more is known
  [[nodiscard]] std::vector<Term> expanded(const std::vector<Term>& conditions) const;
  [[nodiscard]] Term arrived(std::size_t value, const Arrival& arrival) const;

  logic::TermManager* terms_;
  std::string name_;
  std::vector<Value> values_;
  std::vector<Term> facts_, made_;
  std::uint32_t renamings_ = 0;
};

} // namespace beagle::compare
