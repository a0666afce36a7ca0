#include "analysis/solver/z3_engine.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace beagle::solver {

using logic::Term;

void Z3Engine::take(Z3_solver solver) {
  drop();
  solver_ = solver;
  if (solver_) Z3_solver_inc_ref(context_.raw(), solver_);
}

void Z3Engine::drop() {
  if (model_) Z3_model_dec_ref(context_.raw(), model_);
  if (solver_) Z3_solver_dec_ref(context_.raw(), solver_);
  model_ = nullptr;
  solver_ = nullptr;
  limit_ = 0;
}

void Z3Engine::limit(std::uint64_t resources) {
  // Z3 counts in 32 bits, and zero is no limit.
  const auto wanted = std::clamp<std::uint64_t>(resources, 1, std::numeric_limits<unsigned>::max());
  if (wanted == limit_) return;
  limit_ = wanted;
  Z3_context c = context_.raw();
  Z3_params params = Z3_mk_params(c);
  Z3_params_inc_ref(c, params);
  Z3_params_set_uint(c, params, context_.symbol("rlimit"), static_cast<unsigned>(wanted));
  Z3_params_set_uint(c, params, context_.symbol("random_seed"), 0);
  // Otherwise each check replaces the process's handler of SIGINT.
  Z3_params_set_bool(c, params, context_.symbol("ctrl_c"), false);
  Z3_solver_set_params(c, solver_, params);
  Z3_params_dec_ref(c, params);
}

/// Since the context was made.
std::uint64_t Z3Engine::spent() const {
  Z3_context c = context_.raw();
  Z3_stats stats = Z3_solver_get_statistics(c, solver_);
  if (!stats) return 0;
  Z3_stats_inc_ref(c, stats);
  std::uint64_t result = 0;
  for (unsigned i = Z3_stats_size(c, stats); i-- != 0;) {
    if (std::string_view(Z3_stats_get_key(c, stats, i)) != "rlimit count") continue;
    result = Z3_stats_is_uint(c, stats, i) ? Z3_stats_get_uint_value(c, stats, i)
                                           : static_cast<std::uint64_t>(Z3_stats_get_double_value(c, stats, i));
    break;
  }
  Z3_stats_dec_ref(c, stats);
  return result;
}

std::string Z3Engine::whyUnknown() const {
  if (watcher_.cancelled()) return "cancelled";
  if (context_.failed()) return "Z3: " + context_.error();
  const std::string_view reason = Z3_solver_get_reason_unknown(context_.raw(), solver_);
  // A limit that is reached cancels from inside; nobody else does.
  for (const std::string_view limited : {"resource", "cancel"})
    if (reason.contains(limited)) return "resource limit";
  return "Z3: " + std::string(reason);
}

Z3Outcome Z3Engine::run(std::span<const Z3_ast> assumptions, std::uint64_t resources) {
  Z3_context c = context_.raw();
  Z3Outcome outcome;
  if (model_) Z3_model_dec_ref(c, model_);
  model_ = nullptr;
  limit(resources);
  {
    const Z3Watcher::Call call(watcher_, context_);
    outcome.result =
        assumptions.empty()
            ? Z3_solver_check(c, solver_)
            : Z3_solver_check_assumptions(c, solver_, static_cast<unsigned>(assumptions.size()), assumptions.data());
  }
  if (context_.failed()) outcome.result = Z3_L_UNDEF;
  if (outcome.result == Z3_L_TRUE) {
    model_ = Z3_solver_get_model(c, solver_);
    if (model_) Z3_model_inc_ref(c, model_);
    else outcome.result = Z3_L_UNDEF;
  }
  if (outcome.result == Z3_L_UNDEF) outcome.reason = whyUnknown();
  outcome.model = model_;
  const std::uint64_t now = spent();
  outcome.resources = now - std::min(now, context_.resourcesSeen);
  context_.resourcesSeen = now;
  return outcome;
}

// --- one solver for many queries -----------------------------------------------------------------------------------

void Z3Incremental::reset() {
  definitions_.clear();
  drop();
}

void Z3Incremental::begin() {
  Z3_context c = context_.raw();
  take(logic_.empty() ? Z3_mk_simple_solver(c) : Z3_mk_solver_for_logic(c, context_.symbol(logic_)));
}

/// A term and its negation share one definition, as the two sides of a branch do.
Z3_ast Z3Incremental::literal(Term term) {
  Z3_context c = context_.raw();
  if (const auto found = definitions_.find(term.id()); found != definitions_.end()) return found->second.literal.raw();
  const Term opposite = terms_.logicalNot(term);
  if (const auto found = definitions_.find(opposite.id()); found != definitions_.end())
    return found->second.negated.raw();
  Definition& definition = definitions_[term.id()];
  definition.literal = Z3Ast(c, Z3_mk_fresh_const(c, "holds", context_.boolean()));
  definition.negated = Z3Ast(c, Z3_mk_not(c, definition.literal.raw()));
  const Z3Ast equation(c, Z3_mk_eq(c, definition.literal.raw(), translator_.translated(term)));
  Z3_solver_assert(c, solver_, equation.raw());
  return definition.literal.raw();
}

Z3Outcome Z3Incremental::check(std::span<const Term> terms, std::uint64_t limit) {
  // Definitions that no query assumes any more cost each query a little: past this, starting anew is cheaper.
  if (definitions_.size() > 4 * terms.size() + 200) reset();
  if (!solver_) begin();
  std::vector<Z3_ast> assumptions;
  for (const Term term : terms) assumptions.push_back(literal(term));
  Z3Outcome outcome;
  if (context_.failed()) outcome.reason = "Z3: " + context_.error();
  else outcome = run(assumptions, limit);
  if (outcome.result == Z3_L_UNDEF) {
    reset(); // what a limit interrupted is not worth going on with
    return outcome;
  }
  if (outcome.result == Z3_L_TRUE) return outcome;
  Z3_context c = context_.raw();
  Z3_ast_vector core = Z3_solver_get_unsat_core(c, solver_);
  Z3_ast_vector_inc_ref(c, core);
  for (unsigned i = 0; i != Z3_ast_vector_size(c, core); ++i) {
    const auto at = std::ranges::find(assumptions, Z3_ast_vector_get(c, core, i));
    if (at != assumptions.end()) outcome.core.push_back(terms[static_cast<std::size_t>(at - assumptions.begin())]);
  }
  Z3_ast_vector_dec_ref(c, core);
  return outcome;
}

// --- a new solver for each query -----------------------------------------------------------------------------------

namespace {

/// simplify; solve-eqs; bit-blast; sat. Counted objects are freed by whoever refers to them last.
class TacticChain {
public:
  explicit TacticChain(Z3_context context) : context_(context) {}
  ~TacticChain() {
    for (Z3_tactic tactic : tactics_) Z3_tactic_dec_ref(context_, tactic);
  }
  TacticChain(const TacticChain&) = delete;
  TacticChain& operator=(const TacticChain&) = delete;

  [[nodiscard]] Z3_solver solver(std::initializer_list<const char*> names) {
    Z3_tactic chain = nullptr;
    for (const char* name : names) {
      Z3_tactic next = keep(Z3_mk_tactic(context_, name));
      if (!next) return nullptr;
      chain = chain ? keep(Z3_tactic_and_then(context_, chain, next)) : next;
    }
    return Z3_mk_solver_from_tactic(context_, chain);
  }

private:
  Z3_tactic keep(Z3_tactic tactic) {
    if (!tactic) return nullptr;
    Z3_tactic_inc_ref(context_, tactic);
    tactics_.push_back(tactic);
    return tactic;
  }

  Z3_context context_;
  std::vector<Z3_tactic> tactics_;
};

} // namespace

Z3Outcome Z3Fresh::check(std::span<const Term> terms, bool bitsOnly, std::uint64_t limit) {
  Z3_context c = context_.raw();
  TacticChain tactics(c);
  take(bitsOnly ? tactics.solver({"simplify", "solve-eqs", "qffd"}) : Z3_mk_solver(c));
  for (const Term term : terms) Z3_solver_assert(c, solver_, translator_.translated(term));
  Z3Outcome outcome;
  if (!solver_ || context_.failed()) outcome.reason = "Z3: " + context_.error();
  else outcome = run({}, limit);
  if (outcome.result == Z3_L_FALSE) outcome.core.assign(terms.begin(), terms.end());
  return outcome;
}

} // namespace beagle::solver
