#pragma once

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/evaluation_slots.h"
#include "analysis/logic/known_bits.h"
#include "analysis/logic/rule.h"
#include "analysis/logic/sort.h"
#include "analysis/logic/term.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace beagle::logic {

using FunctionId = std::uint32_t;

class SupportSets;

/// An uninterpreted function: equal name and sorts, equal function.
struct FunctionSymbol {
  std::string name;
  std::vector<Sort> arguments;
  Sort result;
};

/// Owns terms. Every term that a method returns is simplified, by rules that never depend on the order in
/// which terms were made: two managers asked for the same thing hold structurally equal terms.
/// Not for use by two threads at once.
class TermManager {
public:
  TermManager();
  ~TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  // --- leaves ---
  [[nodiscard]] Term truth(bool value) const { return value ? true_ : false_; }
  [[nodiscard]] Term constant(std::uint32_t width,
                              std::uint64_t value); ///< truncated (or zero-extended) to width
  [[nodiscard]] Term constant(const BitVector& value);
  [[nodiscard]] Term floatConstant(FloatFormat format,
                                   const BitVector& bits); ///< NaNs become the canonical one
  /// The variable of that name; a name has one sort.
  [[nodiscard]] Term variable(std::string_view name, Sort sort);
  /// The sort of the variable of that name, if there is one already.
  [[nodiscard]] std::optional<Sort> sortOfVariable(std::string_view name) const;
  [[nodiscard]] FunctionId function(std::string_view name, std::span<const Sort> arguments, Sort result);

  // --- any sort ---
  [[nodiscard]] Term equal(Term a, Term b);
  [[nodiscard]] Term ite(Term condition, Term then, Term otherwise);

  // --- Bool ---
  [[nodiscard]] Term logicalNot(Term a);
  [[nodiscard]] Term logicalAnd(Term a, Term b);
  [[nodiscard]] Term logicalOr(Term a, Term b);
  [[nodiscard]] Term logicalXor(Term a, Term b);
  [[nodiscard]] Term implies(Term a, Term b) { return logicalOr(logicalNot(a), b); }
  [[nodiscard]] Term conjunction(std::span<const Term> terms);

  // --- BitVector ---
  [[nodiscard]] Term unary(Op op, Term a);          ///< Neg, BitNot
  [[nodiscard]] Term binary(Op op, Term a, Term b); ///< Add ... AShr, Concat, ULess ... SLessEqual
  [[nodiscard]] Term extract(Term a, std::uint32_t high, std::uint32_t low);
  [[nodiscard]] Term zeroExtend(Term a, std::uint32_t width); ///< width: of the result
  [[nodiscard]] Term signExtend(Term a, std::uint32_t width);
  /// `a` cut or extended to `width` bits.
  [[nodiscard]] Term resize(Term a, std::uint32_t width, bool isSigned = false);
  [[nodiscard]] Term boolToBits(Term a, std::uint32_t width); ///< 0 or 1
  [[nodiscard]] Term bitsToBool(Term a);                      ///< a is not 0

  // --- Array ---
  [[nodiscard]] Term constArray(std::uint32_t indexWidth, Term element);
  [[nodiscard]] Term table(std::uint32_t indexWidth, std::uint32_t elementWidth,
                           std::span<const std::uint64_t> elements);
  [[nodiscard]] Term select(Term array, Term index);
  [[nodiscard]] Term store(Term array, Term index, Term element);

  // --- Float ---
  [[nodiscard]] Term fpUnary(Op op, Term a, RoundingMode mode = RoundingMode::NearestEven);
  [[nodiscard]] Term fpBinary(Op op, Term a, Term b, RoundingMode mode = RoundingMode::NearestEven);
  [[nodiscard]] Term fpFma(Term a, Term b, Term c, RoundingMode mode = RoundingMode::NearestEven);
  [[nodiscard]] Term fpFromBits(FloatFormat format, Term bits);
  [[nodiscard]] Term fpToBits(Term a);
  [[nodiscard]] Term fpFromFloat(FloatFormat format, Term a, RoundingMode mode = RoundingMode::NearestEven);
  [[nodiscard]] Term fpFromInteger(FloatFormat format, Term bits, bool isSigned,
                                   RoundingMode mode = RoundingMode::NearestEven);
  [[nodiscard]] Term fpToInteger(Term a, std::uint32_t width, bool isSigned, RoundingMode mode = RoundingMode::Zero);

  // --- uninterpreted functions ---
  [[nodiscard]] Term apply(FunctionId function, std::span<const Term> arguments);

  /// The operator on other operands, with its parameters: what substitution and readers need. Simplified.
  [[nodiscard]] Term rebuild(Term like, std::span<const Term> operands);
  /// The same without any simplification: for tests of the rules, which compare both.
  [[nodiscard]] Term raw(Op op, Sort sort, std::span<const Term> operands, std::uint32_t parameter0 = 0,
                         std::uint32_t parameter1 = 0);

  // --- looking at terms ---
  [[nodiscard]] Op op(Term term) const { return node(term).op; }
  [[nodiscard]] Sort sort(Term term) const { return node(term).sort; }
  [[nodiscard]] std::uint32_t width(Term term) const { return node(term).sort.width; }
  [[nodiscard]] std::span<const Term> operands(Term term) const {
    const Node& n = node(term);
    if (n.op == Op::Apply) return applied_[n.part[1].id()];
    return {n.part.data(), n.count};
  }
  [[nodiscard]] Term operand(Term term, std::size_t i) const { return operands(term)[i]; }
  /// Extract: high, low. Float arithmetic: rounding mode. Apply: function. Others: 0.
  [[nodiscard]] std::uint32_t parameter(Term term, std::size_t i) const;

  [[nodiscard]] bool isConstant(Term term) const { return node(term).op == Op::Constant; }
  [[nodiscard]] bool isTrue(Term term) const { return term == true_; }
  [[nodiscard]] bool isFalse(Term term) const { return term == false_; }
  /// Of a constant of at most 64 bits (a Bool: 0 or 1; a Float: its bits).
  [[nodiscard]] std::uint64_t bits64(Term constant) const {
    const Node& n = node(constant);
    return n.part[0].id() | static_cast<std::uint64_t>(n.part[1].id()) << 32;
  }
  [[nodiscard]] BitVector bits(Term constant) const; ///< of any width
  [[nodiscard]] std::string_view name(Term variable) const;
  /// Variables are numbered from 0 in the order in which they were made.
  [[nodiscard]] std::uint32_t variableNumber(Term variable) const;
  [[nodiscard]] Term variableAt(std::uint32_t number) const { return variables_[number]; }
  [[nodiscard]] std::size_t variableCount() const { return variables_.size(); }
  [[nodiscard]] const FunctionSymbol& function(FunctionId id) const { return functions_[id]; }
  [[nodiscard]] std::span<const std::uint64_t> tableElements(Term table) const;

  /// Depends on the structure only: the same in every manager and every run.
  [[nodiscard]] std::uint64_t structuralHash(Term term) const { return node(term).hash; }

  /// The numbers of the variables in a term, ascending (Apply counts as a variable of its own kind: see
  /// `support.h`). Computed once per term, shared by equal sets; valid as long as the manager.
  [[nodiscard]] std::span<const std::uint32_t> support(Term term);

  /// What every value of a BitVector or Bool term has in common (`known_bits.h`). Computed once per term.
  [[nodiscard]] KnownBits knownBits(Term term);

  /// The number of a function in the numbering of variables, as `support` uses it: `variableAt` has no term
  /// there.
  [[nodiscard]] std::uint32_t functionNumber(FunctionId id) const { return functionNumbers_[id]; }
  /// The other way round: the function that has this number in a support set, if it is no variable's.
  [[nodiscard]] std::optional<FunctionId> functionAt(std::uint32_t number) const;
  /// A number that this manager never gave before, and larger than those: for versions of what is about its
  /// terms.
  [[nodiscard]] std::uint64_t nextStamp() { return ++stamp_; }
  [[nodiscard]] RoundingMode roundingMode(Term term) const { return static_cast<RoundingMode>(node(term).mode); }

  [[nodiscard]] std::size_t termCount() const { return count_; } ///< ids run from 1 to this
  [[nodiscard]] std::size_t bytes() const;                       ///< memory held
  [[nodiscard]] const RuleCounts& ruleCounts() const { return ruleCounts_; }

  // --- evaluators ---
  [[nodiscard]] EvaluationSlots takeSlots();
  void keepSlots(EvaluationSlots slots);

private:
  friend class Simplifier;

  /// What an id stands for, in 32 bytes. `part` holds up to three operands; what they leave free holds
  /// parameters:
  ///
  ///   op                      part[0]            part[1]       part[2]     mode
  ///   Constant (<= 64 bits)   low half           high half
  ///   Constant (wider)        index in wide_                               1
  ///   Variable                variable number
  ///   Table                   index in tables_
  ///   Extract                 operand            high          low
  ///   Apply                   FunctionId         index in applied_
  ///   Float arithmetic        operands ...                                 RoundingMode
  ///   others                  operands ...
  struct Node {
    std::uint64_t hash = 0;
    Sort sort;
    Op op = Op::Constant;
    std::uint8_t count = 0; ///< operands in `part`
    std::uint8_t mode = 0;
    std::array<Term, 3> part{};
  };
  static_assert(sizeof(Node) <= 32);

  // Nodes never move: they live in chunks. The table of ids next to them is open addressing with linear
  // probing; the low half of the hash stands beside the id, so that most strangers are told apart without a
  // look at a node.
  static constexpr std::uint32_t chunkShift = 12;
  static constexpr std::uint32_t chunkSize = 1U << chunkShift;
  struct TableSlot {
    std::uint32_t id = 0;
    std::uint32_t tag = 0;
  };

  [[nodiscard]] const Node& node(Term term) const {
    return chunks_[term.id() >> chunkShift][term.id() & (chunkSize - 1)];
  }
  /// The node equal to the candidate, or a new one; `same` compares what lies outside of nodes, and `own`
  /// moves it into the manager.
  template <class Same, class Own> Term intern(Node& candidate, Same same, Own own);
  Term intern(Node& candidate);
  void growTable();
  Term make(Op op, Sort sort, std::span<const Term> operands, std::uint32_t parameter0, std::uint32_t parameter1);
  Term makeApply(FunctionId function, std::span<const Term> arguments);
  /// The constant that the operator gives, if all operands are constants.
  [[nodiscard]] Term fold(Op op, Sort sort, std::span<const Term> operands, std::uint32_t parameter0 = 0,
                          std::uint32_t parameter1 = 0);
  [[nodiscard]] Term constantOf(Sort sort, const BitVector& value);

  std::vector<std::unique_ptr<Node[]>> chunks_;
  std::uint32_t count_ = 0;
  std::vector<TableSlot> table_;

  std::deque<BitVector> wide_;
  std::deque<std::vector<std::uint64_t>> tables_;
  std::deque<std::vector<Term>> applied_;

  std::vector<Term> variables_;           ///< by number; no term where the number is a function's
  std::vector<const std::string*> names_; ///< by number
  std::unordered_map<std::string, Term> variableByName_;
  std::vector<FunctionSymbol> functions_;
  std::vector<std::uint32_t> functionNumbers_;
  std::unordered_map<std::string, FunctionId> functionByName_;

  std::unique_ptr<SupportSets> support_;
  std::unique_ptr<KnownBitsTable> known_;
  RuleCounts ruleCounts_;
  std::vector<EvaluationSlots> spareSlots_; ///< no evaluator has them now
  std::uint64_t stamp_ = 0;
  Term true_;
  Term false_;
};

} // namespace beagle::logic
