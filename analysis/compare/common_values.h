#pragma once

#include "analysis/compare/unknown_memory.h"

#include <cstdint>
#include <functional>
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

/// Some values that live at a place which is come to again and again, and what they always have in common: which are
/// equal, which differ by the same number every time, which never change, and which move along with another. It is
/// found by starting with all that holds the first time, and dropping what a later arrival does not have.
///
///   value = object + value of its group + offset                   a member of a group
///   value = object + value of its group + offset + factor * way    a follower; way: how far its leader has come
class CommonValues {
public:
  /// Whether two terms are equal where the arrival is.
  using Same = std::function<bool(Term, Term)>;

  /// `name` tells its variables from those of other places. The manager outlives it.
  CommonValues(logic::TermManager& terms, std::string name) : terms_(terms), name_(std::move(name)) {}

  /// True when less is in common than before. An error says what cannot be kept apart.
  struct Outcome {
    bool changed = false;
    std::string problem;
  };
  [[nodiscard]] Outcome add(const std::vector<Arrival>& arrivals, const Same& same);
  /// The same for conditions that hold on arrival: those that always hold, in terms of the values here. After `add`.
  [[nodiscard]] bool addFacts(const std::vector<Arrival>& arrivals, const std::vector<Term>& facts);

  // What is in common.
  [[nodiscard]] Arrival::Kind kindOf(std::size_t value) const { return groups_[group_[value]].kind; }
  [[nodiscard]] std::uint64_t bitsOf(std::size_t value) const { return offset_[value]; } ///< Untyped, Marked
  [[nodiscard]] Term termOf(std::size_t value) const;                                    ///< Term, Number
  [[nodiscard]] bool areEqual(std::size_t a, std::size_t b) const {
    return group_[a] == group_[b] && offset_[a] == offset_[b] && object_[a] == object_[b] && !line_[a] && !line_[b];
  }
  [[nodiscard]] const std::vector<Term>& facts() const { return facts_; }

private:
  struct Group {
    Arrival::Kind kind = Arrival::Kind::Term;
    logic::Sort sort;
    Term value; ///< Term: a variable of its own, or a constant
  };
  /// The way of a follower.
  struct Line {
    std::size_t leader = 0; ///< a value
    std::uint64_t factor = 0;
    bool isSigned = true; ///< how a leader of fewer bits counts
  };
  /// Those of a group that arrived with something in common.
  struct Part {
    std::vector<std::size_t> members;
    Arrival::Kind kind = Arrival::Kind::Term;
    Term term;
    std::uint64_t distance = 0; ///< from what stays
    logic::Sort sort;
    bool isLost = false; ///< not in the object any more
  };

  void addFirst(const std::vector<Arrival>& arrivals);
  [[nodiscard]] std::vector<Part> partsOf(std::uint32_t group, const std::vector<Arrival>& arrivals);
  [[nodiscard]] std::string settle(std::uint32_t group, const Group& old, const Part& part, bool isRest, const std::vector<Part>& all, Outcome& outcome);
  void checkLines(const std::vector<Arrival>& arrivals, const Same& same, Outcome& outcome);
  void becomeOwn(std::size_t value, logic::Sort sort);
  [[nodiscard]] Term wayOf(const Line& line, Term leader, std::uint64_t start, std::uint32_t width) const;
  [[nodiscard]] Term arrived(const Arrival& arrival);
  [[nodiscard]] Term variable(std::size_t value, logic::Sort sort);

  logic::TermManager& terms_;
  std::string name_;
  std::vector<Term> object_; ///< by value
  std::vector<std::uint32_t> group_;
  std::vector<std::uint64_t> offset_;
  std::vector<std::optional<Line>> line_;
  std::vector<Group> groups_;
  std::vector<Term> facts_;
  bool hasFacts_ = false;
  /// Numbers that began to move with this arrival: value and step.
  std::vector<std::pair<std::size_t, std::uint64_t>> moving_;
};

} // namespace beagle::compare
