#include "analysis/pipeline/function_proofs.h"

#include "analysis/solver/chain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace beagle::pipeline {

using Clock = support::Budget::Clock;

support::Result<std::unique_ptr<FunctionProofs>>
FunctionProofs::make(const LinkedVersion& base, const LinkedVersion& head, Env& env, Duration most) {
  std::unique_ptr<FunctionProofs> proofs(new FunctionProofs(env, most));
  auto solver = solver::makeSolver(proofs->terms_, {}, proofs->deadline_.token());
  if (!solver) return std::unexpected(std::move(solver.error()));
  proofs->solver_ = std::move(*solver);
  proofs->equivalence_.emplace(proofs->terms_, *base.program, *head.program, proofs->solver_.get());
  return proofs;
}

FunctionProofs::Proved FunctionProofs::prove(report::Report::Function& function, ir::FunctionIndex base,
                                             ir::FunctionIndex head, Duration time,
                                             std::set<ir::FunctionIndex>& entered) {
  const auto begin = Clock::now();
  const auto answer = equivalence_->prove(base, head, support::Budget(deadline_.token()).limitTime(time));
  env_.log.detail(fmt::format("{}: {} ({:.3f} s)", function.name, answer.isProved ? "proved equal" : answer.obstacle,
                              std::chrono::duration<double>(Clock::now() - begin).count()));
  if (!answer.isProved) return answer.obstacle == "time" ? Proved::NotYet : Proved::No;
  entered.insert(answer.looked.begin(), answer.looked.end());
  function.verdict = "unchanged";
  function.proof = "complete";
  if (answer.limitsSizes) function.assumptions.emplace_back("no object has 4 GiB or more");
  if (!answer.outside.empty())
    function.assumptions.push_back(
        fmt::format("called alike, these act alike in both versions: {}", fmt::join(answer.outside, ", ")));
  return Proved::Yes;
}

} // namespace beagle::pipeline
