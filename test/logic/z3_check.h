#pragma once

#include "analysis/logic/smtlib.h"

#include <z3.h>

#include <array>
#include <span>
#include <string>

namespace beagle::logic {

enum class Answer { Sat, Unsat, Unknown };

/// Asks Z3 whether the assertions can hold together. Knows of this module only what the printer writes.
class Z3Check {
public:
  /// The limit is in Z3's own units, so that an answer does not depend on how busy the machine is.
  explicit Z3Check(unsigned resources = 40'000'000) : resources_(resources) {}

  Answer check(const TermManager& manager, std::span<const Term> assertions) {
    script_ = toSmtLib(manager, assertions);
    return checkScript(script_);
  }

  Answer checkScript(const std::string& script) {
    Z3_config config = Z3_mk_config();
    Z3_context context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(context, nullptr);
    Z3_ast_vector parsed = Z3_parse_smtlib2_string(context, script.c_str(), 0, nullptr, nullptr, 0, nullptr, nullptr);
    Answer answer = Answer::Unknown;
    if (Z3_get_error_code(context) != Z3_OK) error_ = Z3_get_error_msg(context, Z3_get_error_code(context));
    else {
      Z3_ast_vector_inc_ref(context, parsed);
      // The core for every theory is slow with bit-vectors alone.
      const bool isBits = script.find("Array") == std::string::npos && script.find("fp") == std::string::npos &&
                          script.find("FloatingPoint") == std::string::npos;
      Z3_solver solver =
          isBits ? Z3_mk_solver_for_logic(context, Z3_mk_string_symbol(context, "QF_BV")) : Z3_mk_solver(context);
      Z3_solver_inc_ref(context, solver);
      Z3_params parameters = Z3_mk_params(context);
      Z3_params_inc_ref(context, parameters);
      Z3_params_set_uint(context, parameters, Z3_mk_string_symbol(context, "rlimit"), resources_);
      Z3_solver_set_params(context, solver, parameters);
      Z3_params_dec_ref(context, parameters);
      for (unsigned i = 0; i < Z3_ast_vector_size(context, parsed); ++i)
        Z3_solver_assert(context, solver, Z3_ast_vector_get(context, parsed, i));
      const Z3_lbool result = Z3_solver_check(context, solver);
      answer = result == Z3_L_TRUE ? Answer::Sat : result == Z3_L_FALSE ? Answer::Unsat : Answer::Unknown;
      Z3_solver_dec_ref(context, solver);
      Z3_ast_vector_dec_ref(context, parsed);
    }
    Z3_del_context(context);
    return answer;
  }

  /// Whether two terms of one sort have equal values always.
  Answer canDiffer(TermManager& manager, Term a, Term b) {
    const std::array sides{a, b};
    const Term same = manager.raw(Op::Equal, Sort::boolean(), sides);
    const std::array differs{manager.raw(Op::Not, Sort::boolean(), std::span(&same, 1))};
    return check(manager, differs);
  }

  [[nodiscard]] const std::string& script() const { return script_; } ///< the last one
  [[nodiscard]] const std::string& error() const { return error_; }   ///< what Z3 found wrong with a script

private:
  unsigned resources_;
  std::string script_;
  std::string error_;
};

} // namespace beagle::logic
