#pragma once

#include "analysis/solver/z3_translate.h"
#include "analysis/solver/z3_watcher.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace beagle::solver {

/// What Z3 said about a conjunction.
struct Z3Outcome {
  Z3_lbool result = Z3_L_UNDEF;
  std::string reason;            ///< of L_UNDEF
  Z3_model model = nullptr;      ///< of L_TRUE; belongs to the engine, until its next check
  std::vector<logic::Term> core; ///< of L_FALSE
  std::uint64_t resources = 0;   ///< spent
};

/// Owns what a check needs besides the context: the solver, its parameters, its last model.
class Z3Engine {
public:
  Z3Engine(Z3Context& context, Z3Translator& translator, Z3Watcher& watcher)
      : context_(context), translator_(translator), watcher_(watcher) {}
  ~Z3Engine() { drop(); }
  Z3Engine(const Z3Engine&) = delete;
  Z3Engine& operator=(const Z3Engine&) = delete;

protected:
  void take(Z3_solver solver); ///< in place of the one that is there
  void drop();
  /// Null assumptions: the solver's assertions alone.
  [[nodiscard]] Z3Outcome run(std::span<const Z3_ast> assumptions, std::uint64_t limit);

  Z3Context& context_;
  Z3Translator& translator_;
  Z3Watcher& watcher_;
  Z3_solver solver_ = nullptr;

private:
  void limit(std::uint64_t resources);
  [[nodiscard]] std::uint64_t spent() const;
  [[nodiscard]] std::string whyUnknown() const;

  Z3_model model_ = nullptr;
  std::uint64_t limit_ = 0;
};

/// One solver for many queries: each constraint is defined once as a literal, and a query assumes literals.
/// What Z3 learns stays, whichever path the next query is about, and cores cost nothing.
class Z3Incremental : public Z3Engine {
public:
  /// `logic` "QF_BV" for bits only; none for what Z3's general core knows.
  Z3Incremental(Z3Context& context, logic::TermManager& terms, Z3Translator& translator, Z3Watcher& watcher,
                std::string logic)
      : Z3Engine(context, translator, watcher), terms_(terms), logic_(std::move(logic)) {}
  ~Z3Incremental() { reset(); }

  /// All terms are translated.
  [[nodiscard]] Z3Outcome check(std::span<const logic::Term> terms, std::uint64_t limit);
  void reset();

private:
  [[nodiscard]] Z3_ast literal(logic::Term term);
  void begin();

  struct Definition {
    Z3Ast literal;
    Z3Ast negated;
  };
  logic::TermManager& terms_;
  std::string logic_;
  std::unordered_map<std::uint32_t, Definition> definitions_;
};

/// A new solver for each query: a tactic for bits only, Z3's default for the rest. Forgets nothing it should
/// know, keeps nothing: for hard queries, and for models that depend on the query only.
class Z3Fresh : public Z3Engine {
public:
  using Z3Engine::Z3Engine;
  [[nodiscard]] Z3Outcome check(std::span<const logic::Term> terms, bool bitsOnly, std::uint64_t limit);
  using Z3Engine::drop;
};

} // namespace beagle::solver
