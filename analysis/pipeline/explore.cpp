#include "analysis/pipeline/explore.h"

#include "analysis/ir/source_types.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/pipeline/path_view.h"
#include "analysis/solver/chain.h"
#include "analysis/support/text.h"

#include <sys/resource.h>

#include <algorithm>
#include <map>
#include <set>

namespace beagle::pipeline {

using report::ExploreReport;
using support::Result;

namespace {

std::uint64_t peakMemory() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::vector<std::string> definedFunctions(const ir::Program& program) {
  std::vector<std::string> names;
  for (const ir::FunctionInfo& info : program.functions())
    if (info.isDefined) names.push_back(info.sourceName);
  return names;
}

/// Lines and branch sides of the functions that were entered.
void countCoverage(const exec::Machine& machine, ExploreReport& report) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> lines;
  std::set<std::pair<std::uint32_t, std::uint32_t>> covered;
  for (const auto& [index, blocks] : machine.coverage().all()) {
    const ir::Function& function = machine.program().body(index);
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const ir::Block& block = function.blocks[b];
      for (std::uint32_t k = block.first; k < block.first + block.count; ++k) {
        const ir::Instruction& instruction = function.code[k];
        const ir::Location& where = function.locations[instruction.where];
        if (where.line != 0) {
          lines.emplace(where.file, where.line);
          if (blocks[b] != 0) covered.emplace(where.file, where.line);
        }
        if (instruction.op != ir::Opcode::Branch) continue;
        for (const ir::BlockIndex target : {instruction.b, instruction.c}) {
          ++report.branchesTotal;
          report.branchesCovered += blocks[b] != 0 && blocks[target] != 0 ? 1 : 0;
        }
      }
    }
  }
  report.linesTotal = lines.size();
  report.linesCovered = covered.size();
}

/// One exploration, from the program to the report.
class ExploreRun {
public:
  ExploreRun(Env& env, const ExploreOptions& options, const ir::Program& program)
      : env_(env), options_(options), program_(program), types_(ir::sourceTypes(program)), leaves_(terms_),
        harness_(program, *types_, leaves_, options.harness), machine_(program, terms_, harness_, options.machine) {}

  Result<ExploreReport> run(ir::FunctionIndex entry) {
    auto solver = solver::makeSolver(terms_, {}, env_.cancel);
    if (!solver) return std::unexpected(std::move(solver.error()));
    solver_ = std::move(*solver);
    auto start = harness_.start(machine_, entry);
    if (!start) return std::unexpected(std::move(start.error()));
    explore::Explorer explorer(machine_, *solver_,
                               {.order = options_.order, .seed = options_.seed, .bounds = options_.bounds});
    support::Budget budget(env_.cancel);
    if (options_.budget) budget.limitTime(*options_.budget);
    const auto begin = std::chrono::steady_clock::now();
    explorer.explore(std::move(*start), budget,
                     [this](const exec::State& state, const explore::Node& leaf) { onPath(state, leaf); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    ExploreReport report;
    report.entry = program_.functions()[entry].sourceName;
    report.order = std::string(nameOf(options_.order));
    report.seed = options_.seed;
    report.seconds = took.count();
    take(explorer.statistics(), report);
    std::ranges::sort(paths_, {}, &Found::address);
    for (Found& found : paths_) report.paths.push_back(std::move(found.path));
    for (auto& [key, fault] : faults_) report.faults.push_back(std::move(fault));
    return report;
  }

private:
  struct Found {
    std::vector<std::uint32_t> address;
    report::ExploredPath path;
  };

  void onPath(const exec::State& state, const explore::Node& leaf) {
    PathView view(machine_, harness_, leaves_, *solver_, *types_);
    report::ExploredPath path = view.path(state, options_.keepPaths);
    view.faults(state, faults_);
    if (options_.keepPaths || path.isError) paths_.push_back({leaf.address(), std::move(path)});
  }

  void take(const explore::Statistics& from, ExploreReport& report) {
    report.complete = from.complete;
    report.errors = from.errors;
    report.unsupported = from.unsupported;
    report.cut.assign(from.cut.begin(), from.cut.end());
    report.states = from.states;
    report.forks = from.forks;
    report.instructions = from.instructions;
    report.waiting = from.waiting;
    report.peakMemory = peakMemory();
    report.assumptions.assign(harness_.assumptions().begin(), harness_.assumptions().end());
    std::vector<solver::LayerStatistics> layers;
    solver_->statistics(layers);
    for (const solver::LayerStatistics& layer : layers)
      report.solver.push_back({layer.name, layer.queries, layer.answered, layer.unknown, layer.seconds});
    countCoverage(machine_, report);
  }

  Env& env_;
  const ExploreOptions& options_;
  const ir::Program& program_;
  std::unique_ptr<ir::SourceTypes> types_;
  logic::TermManager terms_;
  input::Leaves leaves_;
  exec::Harness harness_;
  exec::Machine machine_;
  std::unique_ptr<solver::Solver> solver_;
  std::vector<Found> paths_;
  FaultTable faults_;
};

} // namespace

Result<ir::FunctionIndex> findEntry(const ir::Program& program, const std::string& name) {
  const std::string wanted = name.empty() ? "main" : name;
  if (const auto found = program.find(wanted)) {
    if (!program.functions()[*found].isDefined)
      return support::usageError("--entry: {} is declared here, but not defined", wanted);
    return *found;
  }
  std::vector<std::string> names = definedFunctions(program);
  if (name.empty()) {
    if (names.size() == 1) return *program.find(names.front());
    return support::usageError("there is no main; name the function to explore with --entry");
  }
  const auto near = support::nearest(wanted, names);
  return support::usageError("--entry: there is no function {}{}", wanted,
                             near ? fmt::format("; did you mean {}?", *near) : "");
}

Result<ExploreReport> exploreEntry(Env& env, const ExploreOptions& options) {
  auto units = loadUnits(env, {options.path}, options.load);
  if (!units) return std::unexpected(std::move(units.error()));
  const auto program = ir::Program::link(units->front());
  if (!program) return std::unexpected(program.error());
  const auto entry = findEntry(**program, options.entry);
  if (!entry) return std::unexpected(entry.error());
  return ExploreRun(env, options, **program).run(*entry);
}

} // namespace beagle::pipeline
