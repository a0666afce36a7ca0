#pragma once

#include "analysis/compare/common_values.h"

#include <functional>
#include <optional>
#include <vector>

namespace beagle::compare {

/// What values may have in common at a place, from what they were whenever trial runs came there: copies,
/// sums of a few others with factors, products, remains of powers of two, what memory holds where others
/// lead, comparisons, bounds. Nothing of that is known; it is for somebody else to show it.
class ValueGuesses {
public:
  /// One visit.
  struct Row {
    std::size_t trial = 0;
    bool isExample = false; ///< of numbers only, and behind those of trials
    std::vector<Arrival> arrivals;
    std::vector<Term> made; ///< accesses that went well before
    /// What a load there gives: from the memory of base, of so many bits, for a float or a number.
    std::function<Term(std::uint64_t address, logic::Sort)> load;
  };

  /// `variables`: what the values are called at the place, those without a type empty. `memory`: the number
  /// of base's memory among them. `numbers`: those that the code mentions.
  ValueGuesses(logic::TermManager& terms, std::vector<Term> variables, std::size_t memory,
               const std::vector<std::uint64_t>& numbers, const std::vector<Row>& rows);

  /// A term that the value may be, over the variables of others: how it was computed.
  void seed(std::size_t value, Term term);
  [[nodiscard]] Guesses guesses();

private:
  using Values = std::vector<std::uint64_t>; ///< by row
  struct Column {
    Term variable;
    logic::Sort sort;
    bool isNumber = false; ///< of a bit-vector or a Bool, everywhere a constant
    bool isFloat = false;
    bool isOpaque = false; ///< terms, by their ids
    bool isFixed = true;   ///< never changes during one trial
    bool isPointer = false;
    bool isRoot = false;   ///< other values are told by it
    bool isSeeded = false; ///< it was computed from others
    Values values;
  };
  /// A number as others are told by it: wider than it is, perhaps.
  struct View {
    std::size_t column = 0;
    Term term;
    Values values;
  };
  struct Affine {
    std::uint64_t factor = 0, offset = 0;
  };

  void fill(Column& column, std::size_t k);
  void copies();
  void numbers(std::size_t k);
  void sums(std::size_t k, const std::vector<View>& views, std::uint64_t mask, const Values& wanted);
  void quotients(std::size_t k, const std::vector<View>& views);
  void remains(std::size_t k, const std::vector<View>& views);
  void comparisons(std::size_t k);
  void floats(std::size_t k);
  void loads(std::size_t k);
  void accesses();
  void bounds();
  void remainders(const std::vector<std::size_t>& columns);

  /// Whether the one was computed from the other.
  [[nodiscard]] bool isSeededBy(std::size_t value, std::size_t other) const;
  [[nodiscard]] std::uint32_t widthOf(const Column& column) const;
  [[nodiscard]] std::vector<View> viewsFor(std::size_t k, std::uint32_t width) const;
  [[nodiscard]] Term numberOf(const Column& column, std::uint32_t width, bool isSigned) const;
  [[nodiscard]] Values valuesOf(const Column& column, std::uint32_t width, bool isSigned) const;
  [[nodiscard]] static std::optional<Affine> affine(const Values& wanted, const Values& by, std::uint64_t mask,
                                                    std::uint32_t width);
  [[nodiscard]] Term affineTerm(Term term, Affine affine) const;
  void guess(std::size_t k, Term term);
  [[nodiscard]] bool isFull(std::size_t k) const;
  [[nodiscard]] std::size_t distinct(const Values& values) const;
  [[nodiscard]] static bool holds(const Values& left, const Values& right, logic::Op op, std::uint32_t width);

  logic::TermManager& terms_;
  std::size_t memory_;
  const std::vector<std::uint64_t>& numbers_;
  const std::vector<Row>& rows_;
  std::size_t trialRows_ = 0;
  std::vector<Column> columns_;
  Guesses guesses_;
};

} // namespace beagle::compare
