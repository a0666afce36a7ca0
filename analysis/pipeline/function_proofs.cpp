#include "analysis/pipeline/function_proofs.h"

#include "analysis/solver/chain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace beagle::pipeline {

using Clock = support::Budget::Clock;

support::Result<std::unique_ptr<FunctionProofs>>
FunctionProofs::make(const LinkedVersion& base, const LinkedVersion& head, Env& env, Duration most) {
  std::unique_ptr<FunctionProofs> proofs(new FunctionProofs(base, head, env, most));
  auto solver = solver::makeSolver(proofs->terms_, {}, proofs->deadline_.token());
  if (!solver) return std::unexpected(std::move(solver.error()));
  proofs->solver_ = std::move(*solver);
  return proofs;
}

FunctionProofs::Proved FunctionProofs::prove(report::Report::Function& function, ir::FunctionIndex base,
                                             ir::FunctionIndex head, Inputs inputs, Duration time,
                                             std::set<ir::FunctionIndex>& entered) {
  const auto begin = Clock::now();
  compare::Equivalence& equivalence =
      equivalences_.try_emplace(inputs, terms_, *base_.program, *head_.program, solver_.get(), inputs).first->second;
  const auto answer = equivalence.prove(base, head, support::Budget(deadline_.token()).limitTime(time));
  env_.log.detail(fmt::format("{}: {}{} ({:.3f} s)", function.name, answer.isProved ? "proved equal" : answer.obstacle,
                              inputs == Inputs::Defined ? ", where the old version is defined" : "",
                              std::chrono::duration<double>(Clock::now() - begin).count()));
  if (!answer.isProved) return answer.obstacle == "time" ? Proved::NotYet : Proved::No;
  entered.insert(answer.looked.begin(), answer.looked.end());
  function.verdict = "unchanged";
  function.proof = "complete";
  if (answer.limitsSizes) function.assumptions.emplace_back("no object has 4 GiB or more");
  if (!answer.leftOut.empty()) {
    std::vector<std::string_view> faults;
    for (const exec::ValueFault fault : answer.leftOut) faults.push_back(describe(fault));
    function.assumptions.push_back(fmt::format("the old version has no {}", fmt::join(faults, " and no ")));
  }
  if (answer.callsMath && !answer.outside.empty())
    function.assumptions.emplace_back("nobody outside looks at what functions of math.h leave in errno");
  if (!answer.outside.empty())
    function.assumptions.push_back(
        fmt::format("called alike, these act alike in both versions: {}", fmt::join(answer.outside, ", ")));
  return Proved::Yes;
}

} // namespace beagle::pipeline
