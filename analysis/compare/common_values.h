#pragma once

#include "analysis/compare/unknown_memory.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace beagle::compare {

/// A value as it comes to a place: `object + term + offset`, without those parts that it has not.
struct Arrival {
  enum class Kind : std::uint8_t {
    Term,
    Number,  ///< `offset`, of at most 64 bits
    Untyped, ///< the bits `offset`; nobody knows of what type
    Marked,  ///< never written, or poison: `offset` says which
  } kind = Kind::Term;
  Term object; ///< that it leads into
  Term term;
  std::uint64_t offset = 0;
  logic::Sort sort; ///< of Term and Number
};

/// Some values that live at a place which is come to again and again, and what they always have in common:
/// which are equal, which differ by the same number every time, which never change, and which are always
/// computed from others in the same way. It is found by starting with all that holds the first time, and
/// dropping what a later arrival does not have.
///
///   value = object + value of its group + offset
///
/// The value of a group is a variable, or a term over variables of other groups: what was computed from them
/// before the place, or for what moves along with a number, how far that has come.
class CommonValues {
public:
  /// Whether two terms are equal where the arrival is.
  using Same = std::function<bool(Term, Term)>;

  /// `name` tells its variables from those of other places. The manager outlives it.
  CommonValues(logic::TermManager& terms, std::string name) : terms_(&terms), name_(std::move(name)) {}

  struct Outcome {
    bool changed = false; ///< less is in common than before
    std::string problem;  ///< what cannot be kept apart; "": nothing
  };
  [[nodiscard]] Outcome add(const std::vector<Arrival>& arrivals, const Same& same);
  /// Conditions that hold on arrival, in terms of the values here, as far as they are about nothing else.
  /// After `add`.
  [[nodiscard]] std::vector<Term> held(const std::vector<Arrival>& arrivals, const std::vector<Term>& facts);
  /// What a condition on the values here says of an arrival; none when that has no such values.
  [[nodiscard]] Term at(const std::vector<Arrival>& arrivals, Term fact);
  /// Between values that began to move with the last `add` and where they were: what may hold from now on.
  [[nodiscard]] std::vector<Term> orders() const;
  /// Conditions that hold on all arrivals so far.
  void setFacts(std::vector<Term> facts) { facts_ = std::move(facts); }

  // What is in common.
  [[nodiscard]] Arrival::Kind kindOf(std::size_t value) const { return groups_[group_[value]].kind; }
  [[nodiscard]] std::uint64_t bitsOf(std::size_t value) const { return offset_[value]; } ///< Untyped, Marked
  [[nodiscard]] Term termOf(std::size_t value) const;                                    ///< Term, Number
  [[nodiscard]] bool areEqual(std::size_t a, std::size_t b) const {
    return group_[a] == group_[b] && offset_[a] == offset_[b] && object_[a] == object_[b];
  }
  [[nodiscard]] const std::vector<Term>& facts() const { return facts_; }
  /// Whether exactly the same is in common.
  [[nodiscard]] bool isSameAs(const CommonValues& other) const {
    return object_ == other.object_ && group_ == other.group_ && offset_ == other.offset_ &&
           groups_ == other.groups_ && facts_ == other.facts_;
  }

private:
  struct Group {
    Arrival::Kind kind = Arrival::Kind::Term;
    logic::Sort sort;
    Term value; ///< Term: a variable of its own, a constant, or computed
    bool isComputed = false;
    Term other; ///< computed: what it is if the value is not it; none: nothing else
    friend bool operator==(const Group&, const Group&) = default;
  };
  /// Those of a group that arrived with something in common.
  struct Part {
    std::vector<std::size_t> members;
    Arrival::Kind kind = Arrival::Kind::Term;
    Term term;
    std::uint64_t distance = 0; ///< from where they were
    logic::Sort sort;
    bool isLost = false; ///< not in the object any more
  };
  /// A number that began to move with this arrival.
  struct Moving {
    std::size_t value = 0;
    std::int64_t step = 0;
  };

  void addFirst(const std::vector<Arrival>& arrivals);
  [[nodiscard]] std::vector<Part> partsOf(std::uint32_t group, const std::vector<Arrival>& arrivals,
                                          const Same& same);
  /// Puts parts together that are the same in other words.
  void unify(std::vector<Part>& parts, const std::vector<Arrival>& arrivals, const Same& same);
  [[nodiscard]] std::string settle(std::uint32_t group, const Group& old, const Part& part, bool isRest,
                                   const Part& rest, Outcome& outcome);
  /// A group for a part that moves along with a number; nothing when it does not.
  [[nodiscard]] std::optional<Group> following(const Group& old, const Part& part, bool isRest,
                                               const Part& rest);
  void checkComputed(const std::vector<Arrival>& arrivals, const Same& same, Outcome& outcome);
  [[nodiscard]] Term whole(const Arrival& arrival);
  /// The value of the group, as the member's arrival has it; none when it has no term.
  [[nodiscard]] Term ofGroup(std::size_t member, const std::vector<Arrival>& arrivals);
  /// A new one, named after the value.
  [[nodiscard]] Term variable(std::size_t value, logic::Sort sort);
  [[nodiscard]] Term plus(Term term, std::uint64_t number) const;

  logic::TermManager* terms_;
  std::string name_;
  std::vector<Term> object_; ///< by value
  std::vector<std::uint32_t> group_;
  std::vector<std::uint64_t> offset_;
  std::vector<Group> groups_;
  std::vector<Term> facts_;
  std::vector<Moving> moving_;
  std::vector<std::pair<Term, Term>> ordered_; ///< the first may never be more than the second
  std::map<std::size_t, std::uint32_t> named_; ///< how many variables are named after a value
};

} // namespace beagle::compare
