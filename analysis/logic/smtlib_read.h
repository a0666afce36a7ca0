#pragma once

#include "analysis/logic/smtlib_tree.h"
#include "analysis/logic/term_manager.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace beagle::logic {

/// Thrown inside of the reader only: where a script is wrong, and how.
struct SmtProblem {
  std::uint32_t node = 0;
  std::string message;
  std::string hint;
};

/// Turns the s-expressions of a script into terms.
class SmtReader {
public:
  SmtReader(TermManager& manager, const SmtTree& tree) : m_(manager), tree_(tree) {}

  void command(std::uint32_t id); ///< throws SmtProblem
  [[nodiscard]] std::vector<Term> takeAssertions() { return std::move(assertions_); }

private:
  /// A function with parameters: its body is read anew for each call.
  struct Macro {
    std::vector<std::string> parameters;
    std::vector<Sort> sorts;
    std::uint32_t body = 0;
  };

  [[nodiscard]] const SmtNode& node(std::uint32_t id) const { return tree_.nodes[id]; }
  [[nodiscard]] bool isList(std::uint32_t id) const { return node(id).kind == SmtNode::Kind::List; }
  [[nodiscard]] std::string name(std::uint32_t id) const; ///< of a symbol; what the printer encoded is decoded
  [[nodiscard]] bool isSymbol(std::uint32_t id, std::string_view text) const;
  [[nodiscard]] std::uint32_t number(std::uint32_t id) const;
  [[noreturn]] void fail(std::uint32_t id, std::string message, std::string hint = {}) const;
  void wantChildren(std::uint32_t id, std::size_t least, std::size_t most) const;

  // --- commands ---
  void declare(std::uint32_t id);
  void define(std::uint32_t id);
  void assertion(std::uint32_t id);
  [[nodiscard]] Sort sort(std::uint32_t id) const;
  [[nodiscard]] std::optional<FloatFormat> formatOf(std::uint32_t exponent, std::uint32_t significand) const;
  [[nodiscard]] FloatFormat formatAt(std::uint32_t id, std::size_t first) const;

  // --- terms ---
  [[nodiscard]] Term term(std::uint32_t id);
  [[nodiscard]] Term atom(std::uint32_t id);
  [[nodiscard]] Term literal(std::uint32_t id);
  [[nodiscard]] Term indexedConstant(std::uint32_t id); ///< (_ bv5 8), (_ NaN 8 24)
  [[nodiscard]] Term let(std::uint32_t id);
  [[nodiscard]] Term application(std::uint32_t id);
  [[nodiscard]] Term indexedApplication(std::uint32_t id);
  [[nodiscard]] Term conversionToFloat(std::uint32_t id, FloatFormat format, bool isUnsigned);
  [[nodiscard]] Term call(std::uint32_t id, const std::string& function);
  [[nodiscard]] Term expand(std::uint32_t id, const Macro& macro);
  [[nodiscard]] Term own(std::uint32_t id, const std::string& function);
  [[nodiscard]] Term floatParts(std::uint32_t id);
  [[nodiscard]] std::optional<Term> core(std::uint32_t id, std::string_view head);
  [[nodiscard]] std::optional<Term> bits(std::uint32_t id, std::string_view head);
  [[nodiscard]] std::optional<Term> floats(std::uint32_t id, std::string_view head);
  [[nodiscard]] Term plain(std::uint32_t id, Op op, std::span<const Term> operands);
  [[nodiscard]] std::vector<Term> operandsOf(std::uint32_t id, std::size_t first = 1);
  [[nodiscard]] RoundingMode mode(std::uint32_t id) const;
  void wantSort(std::uint32_t id, Term term, Sort sort) const;
  void wantBits(std::uint32_t id, std::span<const Term> operands) const;
  void wantFloats(std::uint32_t id, std::span<const Term> operands) const;
  void wantBools(std::uint32_t id, std::span<const Term> operands) const;
  [[nodiscard]] Term asTable(Term stores);

  TermManager& m_;
  const SmtTree& tree_;
  std::unordered_map<std::string, std::vector<Term>> bound_; ///< by let and parameters: the innermost is last
  std::unordered_map<std::string, Term> constants_;          ///< declared and defined without parameters
  std::unordered_map<std::string, FunctionId> functions_;
  std::unordered_map<std::string, Macro> macros_;
  std::vector<Term> assertions_;
  std::size_t expansions_ = 0; ///< of macros, one in another
};

} // namespace beagle::logic
