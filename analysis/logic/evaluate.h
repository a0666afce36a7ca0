#pragma once

#include "analysis/logic/bit_vector.h"
#include "analysis/logic/term_manager.h"

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace beagle::logic {

/// A value of an array with indices of at most 64 bits.
struct ArrayValue {
  BitVector otherwise; ///< of all elements that are not listed; without a width: zero
  std::map<std::uint64_t, BitVector> elements;
};

/// A value of a function.
struct FunctionValue {
  BitVector otherwise;                                   ///< without a width: zero
  std::map<std::vector<std::uint64_t>, BitVector> table; ///< by all arguments: appendWords
};

/// Appends an argument to a row of a FunctionValue's table. Of an array: `otherwise`, then each differing
/// element with its index before it, ascending. Any other argument stands as `otherwise` of an array without
/// elements.
void appendWords(std::vector<std::uint64_t>& words, const ArrayValue& argument);

/// Values of variables and functions. What is absent is zero: false, the float +0, the array of zeros.
class Assignment {
public:
  /// The value of a variable of at most 64 bits: a Bool (0, 1), a BitVector or the bits of a Float.
  void set(Term variable, std::uint64_t value) { small_[variable] = value; }
  /// The value of a variable of any width.
  void set(Term variable, const BitVector& value);
  void setArray(Term variable, ArrayValue value) { arrays_[variable] = std::move(value); }
  void setFunction(FunctionId function, FunctionValue value) { functions_[function] = std::move(value); }
  void clear() { *this = {}; }

  /// Of a variable of at most 64 bits.
  [[nodiscard]] std::uint64_t bits64(Term variable) const {
    const auto found = small_.find(variable);
    return found == small_.end() ? 0 : found->second;
  }
  [[nodiscard]] BitVector bits(Term variable, std::uint32_t width) const;
  [[nodiscard]] const ArrayValue* array(Term variable) const; ///< nothing: all zeros
  [[nodiscard]] const FunctionValue* function(FunctionId function) const;
  [[nodiscard]] bool has(Term variable) const {
    return small_.contains(variable) || wide_.contains(variable) || arrays_.contains(variable);
  }

private:
  std::unordered_map<Term, std::uint64_t> small_; ///< values of at most 64 bits
  std::unordered_map<Term, BitVector> wide_;
  std::unordered_map<Term, ArrayValue> arrays_;
  std::unordered_map<FunctionId, FunctionValue> functions_;
};

/// Evaluates terms under an assignment, which has to live as long as it is the evaluator's. Values are
/// remembered until the next reset. An Ite, And or Or looks only at the operands that decide it, a Select
/// only at the stores on its way; depth costs no machine stack.
class Evaluator {
public:
  Evaluator(TermManager& manager, const Assignment& assignment);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  ~Evaluator();

  /// Forgets all values, in constant time: for another assignment, or after a change of this one.
  void reset(const Assignment& assignment);

  [[nodiscard]] bool truth(Term term) { return value(term) != 0; }
  /// Of a term of at most 64 bits; a Float's bits.
  [[nodiscard]] std::uint64_t bits64(Term term) { return value(term); }
  [[nodiscard]] BitVector bits(Term term); ///< of any width

  [[nodiscard]] std::uint64_t nodesEvaluated() const { return nodesEvaluated_; }

private:
  /// A term whose value is wanted. `cursor` is how far the walk along an array has come, `passed` the stores that it
  /// has come past, as long as nothing else was among them.
  struct Frame {
    Term term;
    Term cursor;
    std::uint32_t passed = 0;
  };
  /// Stores on one another that walks have come past: the elements by their places, and what is below, once it is
  /// worth it.
  struct Stores {
    std::unordered_map<std::uint64_t, Term> elements;
    Term below;
  };

  [[nodiscard]] std::uint64_t value(Term term);
  void run(Term term);
  [[nodiscard]] bool known(Term term) const { return memory_.slots[term.id()].epoch == memory_.epoch; }
  /// Whether the operand's value is there; if not, it is computed first.
  [[nodiscard]] bool want(Term term) {
    if (known(term) || leaf(term)) return true;
    stack_.push_back({term, Term(), 0});
    return false;
  }
  [[nodiscard]] bool leaf(Term term);
  [[nodiscard]] std::uint64_t small(Term term) const { return memory_.slots[term.id()].value; }
  [[nodiscard]] BitVector wide(Term term) const;
  void setSmall(Term term, std::uint64_t value) { memory_.slots[term.id()] = {value, memory_.epoch}; }
  void setWide(Term term, const BitVector& value);

  // Each of these sets the term's value and says true, or asks for what it needs and says false.
  [[nodiscard]] bool step(std::size_t frame);
  [[nodiscard]] bool stepIte(Term term);
  [[nodiscard]] bool stepJunction(Term term, bool absorbing);
  [[nodiscard]] bool stepPlain(Term term);
  [[nodiscard]] bool stepWide(Term term);
  [[nodiscard]] bool stepSelect(std::size_t frame);
  [[nodiscard]] bool stepArrayEqual(Term term);
  [[nodiscard]] bool stepApply(Term term);

  void keepStores(Term array);
  [[nodiscard]] bool wantPath(Term array); ///< the values that decide an array's elements
  [[nodiscard]] ArrayValue arrayValue(Term array);

  TermManager& m_;
  const Assignment* assignment_;
  EvaluationSlots memory_; ///< of terms wider than 64 bits, the index in wide_
  std::vector<BitVector> wide_;
  std::vector<Frame> stack_;
  std::unordered_map<Term, Stores> stores_; ///< of arrays with many
  std::vector<BitVector> operands_;
  std::uint64_t nodesEvaluated_ = 0;
};

} // namespace beagle::logic
