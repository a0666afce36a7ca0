#pragma once

#include "analysis/logic/term_manager.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace beagle::logic {

/// Values of terms under many assignments at once: lane i of every term belongs to assignment i. For terms of
/// at most 64 bits over bits and Bools, and reads of arrays that are tables or constants under stores.
class LaneEvaluator {
public:
  static constexpr std::size_t lanes = 256;
  using Values = std::array<std::uint64_t, lanes>;

  explicit LaneEvaluator(TermManager& manager) : m_(manager) {}
  LaneEvaluator(const LaneEvaluator&) = delete;
  LaneEvaluator& operator=(const LaneEvaluator&) = delete;

  /// Whether everything in the term can be evaluated here.
  [[nodiscard]] bool knows(Term term);

  /// Forgets all values; the first `count` lanes are used from now on.
  void reset(std::size_t count = lanes);
  /// The lanes of a variable, to be filled before a term is asked for; values have no bits above the width.
  [[nodiscard]] Values& assign(Term variable);
  /// Requires `knows`, and that every variable of the term was assigned.
  [[nodiscard]] const Values& of(Term term);

  [[nodiscard]] std::uint64_t nodesEvaluated() const { return nodesEvaluated_; }

private:
  enum class Knowledge : std::uint8_t { Unknown, Yes, No };
  struct Slot {
    std::uint32_t epoch = 0;
    std::uint32_t place = 0; ///< in blocks_; arrays have none
  };

  [[nodiscard]] bool knowsItself(Term term) const;
  [[nodiscard]] bool done(Term term) const { return slots_[term.id()].epoch == epoch_; }
  [[nodiscard]] Values& begin(Term term);
  [[nodiscard]] const Values& valuesOf(Term term) const { return *blocks_[slots_[term.id()].place]; }
  void compute(Term term);
  void computePlain(Term term, Values& out);
  void computeSelect(Term term, Values& out);

  TermManager& m_;
  std::vector<Knowledge> knowledge_; ///< by term id
  std::vector<Slot> slots_;          ///< by term id
  std::vector<std::unique_ptr<Values>> blocks_;
  std::size_t used_ = 0; ///< of blocks_
  std::size_t count_ = lanes;
  std::uint32_t epoch_ = 1;
  std::vector<Term> stack_;
  std::vector<Term> stores_;
  std::uint64_t nodesEvaluated_ = 0;
};

} // namespace beagle::logic
