#include "analysis/pipeline/function_proofs.h"

#include "analysis/ir/moved_members.h"
#include "analysis/solver/chain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace beagle::pipeline {

using Clock = support::Budget::Clock;

namespace {

/// That of the same function in another form of the program.
std::optional<ir::FunctionIndex> otherNumber(const ir::Program& program, ir::FunctionIndex function,
                                             const ir::Program& other) {
  return &program == &other ? function : other.find(program.functions()[function].name);
}

} // namespace

support::Result<std::unique_ptr<FunctionProofs>>
FunctionProofs::make(const LinkedVersion& base, const LinkedVersion& head, Env& env, Duration most, bool membersMoved) {
  std::unique_ptr<FunctionProofs> proofs(new FunctionProofs(base, head, env, most));
  if (membersMoved)
    if (auto done = proofs->moveMembers(); !done) return std::unexpected(std::move(done.error()));
  auto solver = solver::makeSolver(proofs->terms_, {}, proofs->deadline_.token());
  if (!solver) return std::unexpected(std::move(solver.error()));
  proofs->solver_ = std::move(*solver);
  return proofs;
}

/// Unit by unit, as far as base has the unit.
support::Result<void> FunctionProofs::moveMembers() {
  Units units = head_.units;
  bool isMoved = false;
  for (std::shared_ptr<ir::BitcodeModule>& unit : units) {
    const auto same = std::ranges::find_if(base_.units, [&](const auto& other) {
      return other->name() == unit->name() || (base_.units.size() == 1 && units.size() == 1);
    });
    if (same == base_.units.end()) continue;
    auto bitcode = ir::withMembersAsIn(unit->bytes(), (*same)->bytes());
    if (!bitcode) return std::unexpected(std::move(bitcode.error()));
    if (!*bitcode) continue;
    movedFunctions_.merge((*bitcode)->functions);
    auto module = ir::BitcodeModule::open(std::move((*bitcode)->bitcode), unit->name(), unit->options());
    if (!module) return std::unexpected(std::move(module.error()));
    unit = std::make_shared<ir::BitcodeModule>(std::move(*module));
    isMoved = true;
  }
  if (!isMoved) return {};
  auto program = linkProgram(units, head_.program->likeness());
  if (!program) return std::unexpected(std::move(program.error()));
  moved_ = std::move(*program);
  return {};
}

bool FunctionProofs::isMoved(ir::FunctionIndex head) const {
  const std::string& name = head_.program->functions()[head].name; // "name@unit" of one of several
  return movedFunctions_.contains(name.substr(0, name.find('@')));
}

FunctionProofs::Proved FunctionProofs::prove(report::Report::Function& function, ir::FunctionIndex base,
                                             ir::FunctionIndex head, Inputs inputs, Duration time,
                                             std::set<ir::FunctionIndex>& entered) {
  const auto begin = Clock::now();
  compare::Equivalence& equivalence =
      equivalences_
          .try_emplace(inputs, terms_, *base_.program, moved_ ? *moved_ : *head_.program, solver_.get(), inputs)
          .first->second;
  const auto compared = otherNumber(*head_.program, head, moved_ ? *moved_ : *head_.program);
  if (!compared) return Proved::No;
  const auto answer = equivalence.prove(base, *compared, support::Budget(deadline_.token()).limitTime(time));
  env_.log.detail(fmt::format("{}: {}{} ({:.3f} s)", function.name, answer.isProved ? "proved equal" : answer.obstacle,
                              inputs == Inputs::Defined ? ", where the old version is defined" : "",
                              std::chrono::duration<double>(Clock::now() - begin).count()));
  if (!answer.isProved) return answer.obstacle == "time" ? Proved::NotYet : Proved::No;
  for (const ir::FunctionIndex looked : answer.looked)
    if (const auto own = otherNumber(moved_ ? *moved_ : *head_.program, looked, *head_.program)) entered.insert(*own);
  function.verdict = "unchanged";
  function.proof = "complete";
  entered.insert(head);
  if (std::ranges::any_of(entered, [&](ir::FunctionIndex index) { return isMoved(index); }))
    function.assumptions.emplace_back("members of records that lie elsewhere now are reached by their names only");
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
