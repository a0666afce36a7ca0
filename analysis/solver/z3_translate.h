#pragma once

#include "analysis/logic/term_manager.h"
#include "analysis/solver/z3_context.h"
#include "analysis/support/budget.h"

#include <expected>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace beagle::solver {

struct SpeltRead;

/// Terms of one manager as ASTs of one context; each term is translated once.
///
/// What differs from a one-to-one mapping:
/// - Variables, arguments and results of functions of a Float sort are bit-vectors, so that a model has bits
/// only.
/// - `Select` of a `Table` or a `ConstArray`, also under stores, is a tree of `ite` over stores and the bits of
///   the index: no array is left. Stores to known places cost little, however many there are.
/// - What SMT-LIB leaves open (conversion out of range, the bits of NaN, the minimum of two zeros) is spelt
/// out.
/// - `FpRem` is a free function, held to |fmod(x, y)| < |y|, |fmod(x, y)| <= |x| and x's sign; the exact
/// cases
///   (NaN, infinity, zero, |x| < |y|) are spelt out. So `unsat` is right, and a model may fail its check.
class Z3Translator {
public:
  /// `mostChoices`: as in Z3Options.
  Z3Translator(Z3Context& context, logic::TermManager& terms, support::CancelToken cancel, std::size_t mostChoices)
      : context_(context), terms_(terms), cancel_(std::move(cancel)), mostChoices_(mostChoices) {}
  ~Z3Translator() { clear(); }
  Z3Translator(const Z3Translator&) = delete;
  Z3Translator& operator=(const Z3Translator&) = delete;

  /// Valid until `clear`. Nothing: why not, as that it would be too large.
  [[nodiscard]] std::expected<Z3_ast, std::string> translate(logic::Term term);
  [[nodiscard]] Z3_ast translated(logic::Term term) const { return memo_.at(term.id()).ast; }
  /// Whether a translated term is about bits only: no arrays, floats or functions.
  [[nodiscard]] bool bitsOnly(logic::Term translated) const { return memo_.at(translated.id()).bitsOnly; }
  /// Levels of operators of a translated term.
  [[nodiscard]] std::uint32_t depth(logic::Term translated) const { return memo_.at(translated.id()).depth; }
  /// How long Z3 makes bits of the large floating-point numbers in them before it looks at any limit, in tenths of a
  /// second.
  [[nodiscard]] std::uint32_t floatWork(std::span<const logic::Term> translated) const;
  /// Null for a variable that no translated term mentions.
  [[nodiscard]] Z3_func_decl variable(logic::Term variable) const;
  /// Null for a function that no translated term applies.
  [[nodiscard]] Z3_func_decl function(logic::FunctionId id) const;
  [[nodiscard]] bool approximated() const { return approximated_; } ///< an `FpRem` was translated

  [[nodiscard]] const logic::TermManager& terms() const { return terms_; }
  [[nodiscard]] std::size_t size() const { return memo_.size() + choices_; } ///< ASTs, about
  void clear();

private:
  struct Entry {
    Z3_ast ast = nullptr;
    std::uint32_t depth = 0;
    bool bitsOnly = true;
    bool computesFloats = false; ///< some of that work is in it
    std::uint32_t stores = 0;    ///< of an array, to the one below
  };

  [[nodiscard]] bool pushMissing(logic::Term term, std::vector<logic::Term>& stack) const;
  [[nodiscard]] Z3Ast build(logic::Term term);
  [[nodiscard]] Z3_func_decl keep(Z3_func_decl declaration) const;
  [[nodiscard]] Z3Ast leaf(logic::Term term);
  [[nodiscard]] Z3Ast boolean(logic::Term term);
  [[nodiscard]] Z3Ast bitVector(logic::Term term);
  [[nodiscard]] Z3Ast apply(logic::Term term);

  // z3_translate_array.cpp
  [[nodiscard]] Z3Ast array(logic::Term term);
  [[nodiscard]] Z3Ast tableAsArray(logic::Term table);
  using Leaf = std::pair<std::uint64_t, Z3Ast>; ///< a place, and what is there
  using Leaves = std::vector<Leaf>;
  [[nodiscard]] Z3Ast spelt(const SpeltRead& read, logic::Term place);
  [[nodiscard]] Z3Ast elementOf(logic::Term base, logic::Term place);
  [[nodiscard]] Z3Ast tableAsTree(logic::Term table, logic::Term place);
  [[nodiscard]] Z3Ast tree(std::span<const Leaf> leaves, Z3_ast index, const Z3Ast& other);
  [[nodiscard]] Z3Ast subtree(std::span<const Leaf> leaves, Z3_ast index, unsigned width, const Z3Ast& other);

  // z3_translate_float.cpp
  [[nodiscard]] Z3Ast floating(logic::Term term);
  [[nodiscard]] Z3Ast floatArithmetic(logic::Term term);
  [[nodiscard]] Z3Ast floatPredicate(logic::Term term);
  [[nodiscard]] Z3Ast floatConversion(logic::Term term);
  [[nodiscard]] Z3Ast floatToInteger(logic::Term term);
  [[nodiscard]] Z3Ast minimum(logic::Term term);
  [[nodiscard]] Z3Ast remainder(logic::Term term);
  [[nodiscard]] Z3Ast powerOfTwo(logic::FloatFormat format, std::uint32_t exponent, bool negative);
  [[nodiscard]] Z3Ast fromCarrier(logic::Sort sort, Z3Ast carrier);
  [[nodiscard]] Z3Ast toCarrier(logic::Sort sort, Z3Ast value);
  [[nodiscard]] Z3Ast roundingMode(logic::Term term);

  [[nodiscard]] Z3Ast ref(Z3_ast ast) const { return {context_.raw(), ast}; }
  [[nodiscard]] Z3_ast operand(logic::Term term, std::size_t i) const {
    return memo_.at(terms_.operand(term, i).id()).ast;
  }
  [[nodiscard]] Z3Ast number(const logic::BitVector& value) const;
  [[nodiscard]] Z3Ast number(std::uint32_t width, std::uint64_t value);

  Z3Context& context_;
  logic::TermManager& terms_;
  support::CancelToken cancel_;
  std::size_t mostChoices_;
  std::size_t choices_ = 0; ///< of the trees for reads
  std::unordered_map<std::uint32_t, Entry> memo_;
  std::unordered_map<std::uint32_t, Z3_func_decl> variables_; ///< by term id
  std::unordered_map<logic::FunctionId, Z3_func_decl> functions_;
  bool approximated_ = false;
};

} // namespace beagle::solver
