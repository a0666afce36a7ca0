#pragma once

#include "analysis/exec/harness.h"
#include "analysis/exec/outcome.h"
#include "analysis/report/report.h"
#include "analysis/solver/solver.h"
#include "analysis/support/budget.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>

namespace beagle::pipeline {

/// Value faults by kind and place: one input each is enough, that of the path with the lowest address, so that the
/// order of the paths does not show.
struct ShownFault {
  std::vector<std::uint32_t> address;
  report::ExploredFault fault;
};
using FaultTable = std::map<std::tuple<exec::ValueFault, ir::FunctionIndex, std::uint32_t>, ShownFault>;

/// Ended states as a report shows them: with concrete inputs, and what they give.
class PathView {
public:
  /// `budget`: after its end, inputs are those that the run was found with; without one, there is time for better ones.
  PathView(const exec::Machine& machine, const exec::Harness& harness, const input::Leaves& leaves,
           solver::Solver& solver, const support::Budget* budget = nullptr)
      : machine_(machine), harness_(harness), leaves_(leaves), solver_(solver), budget_(budget) {}

  /// An input that takes the path: one that depends on the path only, as far as it is found soon; none: none is known.
  [[nodiscard]] std::shared_ptr<const logic::Assignment> modelOf(const solver::PathCondition& path) const;

  /// The state with inputs that show natively how it ends, where it has such ones: else as it is.
  [[nodiscard]] exec::State seen(const exec::State& state) const;
  /// `withInputs`: also for paths that end well; what ends in an error always has them.
  [[nodiscard]] report::ExploredPath path(const exec::State& state, bool withInputs) const;
  /// Adds the faults that some input of the path shows, unless a path of lower address has shown them.
  void faults(const exec::State& state, const std::vector<std::uint32_t>& address, FaultTable& table) const;

  /// What the outcome is under a model, with the values of the paths named.
  [[nodiscard]] report::Report::Outcome outcome(const exec::State& state, const exec::Outcome& outcome,
                                                const std::vector<std::string>& paths,
                                                const logic::Assignment& model) const;
  using Inputs = std::vector<std::pair<std::string, std::string>>;
  /// With a condition: those that it is about, and of the others those that are not zero.
  [[nodiscard]] Inputs inputs(const exec::State& state, const logic::Assignment& model,
                              logic::Term condition = {}) const;
  /// The calls of functions without code that the paths name, with what they were given.
  [[nodiscard]] Inputs calls(const exec::State& state, const exec::Outcome& outcome,
                             const std::vector<std::string>& paths, const logic::Assignment& model) const;

private:
  /// Whether one of the conditions is about an input.
  [[nodiscard]] std::function<bool(const exec::ShownInput&)> dependence(std::span<const logic::Term> conditions) const;
  /// Access paths of the inputs that the conditions are about.
  [[nodiscard]] std::set<std::string> mattering(const exec::State& state, const logic::Assignment& model,
                                                std::span<const logic::Term> conditions) const;
  [[nodiscard]] std::string printed(const exec::State& state, const exec::Value& value, ir::ScalarType type,
                                    logic::Evaluator& evaluator, const ir::SourceType* declared = nullptr) const;
  void addPointed(const exec::Effect& call, std::size_t argument, const std::string& path, const ir::SourceType* type,
                  logic::Evaluator& evaluator, Inputs& found) const;
  [[nodiscard]] std::string leaked(const exec::Outcome& outcome) const;
  [[nodiscard]] report::SourceLine lineOf(exec::Site site) const;
  [[nodiscard]] std::vector<report::ExploredApproximation> approximations(const exec::State& state) const;

  const exec::Machine& machine_;
  const exec::Harness& harness_;
  const input::Leaves& leaves_;
  solver::Solver& solver_;
  const support::Budget* budget_;
};

/// The term as an SMT-LIB 2 script.
[[nodiscard]] std::string printedCondition(const logic::TermManager& terms, logic::Term condition);

} // namespace beagle::pipeline
