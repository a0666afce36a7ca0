#pragma once

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/term_manager.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace beagle::logic {

/// Values of terms under many assignments at once: lane i of every term belongs to assignment i. For terms over
/// Bools and bit-vectors of at most 64 bits, and reads of arrays that are tables or constants under stores. Floats
/// and what is wider than 64 bits take many times as long as other terms.
class LaneEvaluator {
public:
  static constexpr std::size_t lanes = 256;
  using Values = std::array<std::uint64_t, lanes>;

  explicit LaneEvaluator(TermManager& manager) : m_(manager) {}
  LaneEvaluator(const LaneEvaluator&) = delete;
  LaneEvaluator& operator=(const LaneEvaluator&) = delete;

  /// Whether everything in the term can be evaluated here.
  [[nodiscard]] bool knows(Term term) { return knowledgeOf(term) != Knowledge::No; }
  /// Whether something in it is a Float, or wider than 64 bits.
  [[nodiscard]] bool slow(Term term) { return knowledgeOf(term) == Knowledge::Slow; }

  /// Forgets all values; the first `count` lanes are used from now on.
  void reset(std::size_t count = lanes);
  /// The lanes of a variable, to be filled before a term is asked for; values have no bits above the width.
  [[nodiscard]] Values& assign(Term variable);
  /// Of a term of at most 64 bits. Requires `knows`, and that every variable of the term was assigned.
  [[nodiscard]] const Values& of(Term term);

  /// A slow one counts as many as it costs.
  [[nodiscard]] std::uint64_t nodesEvaluated() const { return nodesEvaluated_; }

private:
  enum class Knowledge : std::uint8_t { Unknown, Yes, Slow, No };
  struct Slot {
    std::uint32_t epoch = 0;
    std::uint32_t place = 0; ///< in blocks_, of the lowest 64 bits, then the next ones; arrays have none
  };

  [[nodiscard]] Knowledge knowledgeOf(Term term);
  [[nodiscard]] Knowledge knowsItself(Term term) const;
  [[nodiscard]] bool done(Term term) const { return slots_[term.id()].epoch == epoch_; }
  [[nodiscard]] Values& begin(Term term);
  [[nodiscard]] Values& valuesOf(Term term) const { return wordsOf(term, 0); }
  /// Of the term's bits from 64 times `word` on.
  [[nodiscard]] Values& wordsOf(Term term, std::uint32_t word) const {
    return *blocks_[slots_[term.id()].place + word];
  }
  void compute(Term term);
  void computePlain(Term term, Values& out);
  void computeSlow(Term term);
  [[nodiscard]] std::uint64_t priceOf(Term slow) const;
  void choose(Term ite);
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
  std::vector<BitVector> operands_;
  std::uint64_t nodesEvaluated_ = 0;
};

} // namespace beagle::logic
