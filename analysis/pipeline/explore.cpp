#include "analysis/pipeline/explore.h"

#include "analysis/ir/source_types.h"
#include "analysis/logic/bit_vector.h"
#include "analysis/pipeline/path_view.h"
#include "analysis/solver/chain.h"
#include "analysis/support/process_memory.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

namespace beagle::pipeline {

using report::ExploreReport;
using support::Result;

namespace {

std::vector<std::string> definedFunctions(const ir::Program& program) {
  std::vector<std::string> names;
  for (const ir::FunctionInfo& info : program.functions())
    if (info.isDefined) names.push_back(info.sourceName);
  return names;
}

/// Which blocks of which functions were entered, by all workers together.
using Blocks = std::map<ir::FunctionIndex, std::vector<std::uint8_t>>;

void addBlocks(const exec::Coverage& from, Blocks& to) {
  for (const auto& [index, blocks] : from.all()) {
    std::vector<std::uint8_t>& sum = to[index];
    sum.resize(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) sum[i] |= blocks[i];
  }
}

/// Lines and branch sides of the functions that were entered.
void countCoverage(const ir::Program& program, const Blocks& covered, ExploreReport& report) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> lines;
  std::set<std::pair<std::uint32_t, std::uint32_t>> reached;
  for (const auto& [index, blocks] : covered) {
    const ir::Function& function = program.body(index);
    for (std::size_t b = 0; b < function.blocks.size(); ++b) {
      const ir::Block& block = function.blocks[b];
      for (std::uint32_t k = block.first; k < block.first + block.count; ++k) {
        const ir::Instruction& instruction = function.code[k];
        const ir::Location& where = function.locations[instruction.where];
        if (where.line != 0) {
          lines.emplace(where.file, where.line);
          if (blocks[b] != 0) reached.emplace(where.file, where.line);
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
  report.linesCovered = reached.size();
}

/// What a worker found; the parts of all workers make the report, in the order of addresses.
struct Findings {
  struct Found {
    std::vector<std::uint32_t> address;
    report::ExploredPath path;
  };
  std::vector<Found> paths;
  FaultTable faults;
  explore::Statistics statistics;
  std::map<std::string, report::SolverLayer> layers;
  std::vector<std::string> layerOrder;
  std::set<std::string> assumptions;
  Blocks blocks;

  void add(Findings other) {
    std::ranges::move(other.paths, std::back_inserter(paths));
    for (auto& [key, fault] : other.faults) {
      const auto known = faults.find(key);
      if (known == faults.end() || fault.address < known->second.address) faults[key] = std::move(fault);
    }
    statistics.add(other.statistics);
    for (const std::string& name : other.layerOrder) addLayer(other.layers[name]);
    assumptions.merge(other.assumptions);
    for (const auto& [index, entered] : other.blocks) {
      std::vector<std::uint8_t>& sum = blocks[index];
      sum.resize(entered.size());
      for (std::size_t i = 0; i < entered.size(); ++i) sum[i] |= entered[i];
    }
  }

  void addLayer(const report::SolverLayer& layer) {
    const auto [place, isNew] = layers.try_emplace(layer.name, report::SolverLayer{layer.name, 0, 0, 0, 0});
    if (isNew) layerOrder.push_back(layer.name);
    place->second.queries += layer.queries;
    place->second.answered += layer.answered;
    place->second.unknown += layer.unknown;
    place->second.seconds += layer.seconds;
  }
};

/// Explores parts of one entry, with terms, solver and machine of its own: workers share nothing but the program.
class Worker {
public:
  Worker(Env& env, const ExploreOptions& options, const ir::Program& program, const ir::SourceTypes& types)
      : env_(env), options_(options), program_(program), types_(types), leaves_(terms_),
        harness_(program, types, leaves_, options.harness), machine_(program, terms_, harness_, options.machine) {}

  Result<void> begin(ir::FunctionIndex entry) {
    auto solver = solver::makeSolver(terms_, {}, env_.cancel);
    if (!solver) return std::unexpected(std::move(solver.error()));
    solver_ = std::move(*solver);
    auto start = harness_.start(machine_, entry);
    if (!start) return std::unexpected(std::move(start.error()));
    start_ = std::move(*start);
    return {};
  }

  /// Everything.
  void whole(const support::Budget& budget) {
    explore::Explorer explorer = make(options_.order);
    explorer.explore(*start_, budget, onPath(), onProgress());
    findings_.statistics.add(explorer.statistics());
  }

  void part(const explore::Task& task, const support::Budget& budget) {
    explore::Explorer explorer = make(options_.order);
    explorer.explore(*start_, task, budget, onPath(), onProgress());
    findings_.statistics.add(explorer.statistics());
    --findings_.statistics.states; // the task's first state was counted when it was handed out
  }

  std::vector<explore::Task> split(std::size_t parts, const support::Budget& budget) {
    explore::Explorer explorer = make(explore::Order::BreadthFirst);
    std::vector<explore::Task> tasks = explorer.split(*start_, parts, budget, onPath());
    findings_.statistics.add(explorer.statistics());
    return tasks;
  }

  Findings take() {
    findings_.assumptions = harness_.assumptions();
    std::vector<solver::LayerStatistics> layers;
    solver_->statistics(layers);
    for (const solver::LayerStatistics& layer : layers)
      findings_.addLayer({layer.name, layer.queries, layer.answered, layer.unknown, layer.seconds});
    addBlocks(machine_.coverage(), findings_.blocks);
    return std::move(findings_);
  }

private:
  explore::Explorer make(explore::Order order) {
    return {machine_, *solver_, {.order = order, .seed = options_.seed, .bounds = options_.bounds}};
  }

  explore::Explorer::OnPath onPath() {
    return [this](const exec::State& state, const std::vector<std::uint32_t>& address) {
      const PathView view(machine_, harness_, leaves_, *solver_, types_);
      report::ExploredPath path = view.path(state, options_.keepPaths);
      view.faults(state, address, findings_.faults);
      if (options_.keepPaths || path.isError || path.ending == "unsupported")
        findings_.paths.push_back({address, std::move(path)});
    };
  }

  explore::Explorer::OnProgress onProgress() {
    return [this](const explore::Statistics&) {
      if (++seen_ % 256 == 0) env_.progress.step(fmt::format("{} paths", seen_));
    };
  }

  Env& env_;
  const ExploreOptions& options_;
  const ir::Program& program_;
  const ir::SourceTypes& types_;
  logic::TermManager terms_;
  input::Leaves leaves_;
  exec::Harness harness_;
  exec::Machine machine_;
  std::unique_ptr<solver::Solver> solver_;
  std::optional<exec::State> start_;
  Findings findings_;
  std::uint64_t seen_ = 0;
};

/// Bounds on the whole exploration leave out what comes last, so they need one order: that of one job.
unsigned jobsOf(const ExploreOptions& options) {
  const explore::Bounds& bounds = options.bounds;
  return bounds.paths != 0 || bounds.instructions != 0 ? 1 : options.jobs;
}

Result<Findings> exploreAlone(Worker& worker, const support::Budget& budget) {
  worker.whole(budget);
  return worker.take();
}

/// One worker unfolds the beginning of the tree; then each takes the next part until there is none.
Result<Findings> exploreTogether(Env& env, const ExploreOptions& options, const ir::Program& program,
                                 const ir::SourceTypes& types, ir::FunctionIndex entry, Worker& first,
                                 const support::Budget& budget) {
  constexpr std::size_t partsPerJob = 32;
  const std::vector<explore::Task> tasks = first.split(partsPerJob * options.jobs, budget);
  std::vector<std::unique_ptr<Worker>> workers;
  for (unsigned i = 1; i < options.jobs; ++i) {
    workers.push_back(std::make_unique<Worker>(env, options, program, types));
    if (auto begun = workers.back()->begin(entry); !begun) return std::unexpected(std::move(begun.error()));
  }
  std::atomic<std::size_t> next = 0;
  const auto work = [&](Worker& worker) {
    for (std::size_t i = next++; i < tasks.size(); i = next++) worker.part(tasks[i], budget);
  };
  {
    std::vector<std::jthread> threads;
    for (const auto& worker : workers) threads.emplace_back([&work, &worker] { work(*worker); });
    work(first);
  }
  Findings all = first.take();
  for (const auto& worker : workers) all.add(worker->take());
  return all;
}

ExploreReport reportOf(const ExploreOptions& options, const ir::Program& program, ir::FunctionIndex entry,
                       Findings findings) {
  const explore::Statistics& statistics = findings.statistics;
  ExploreReport report;
  report.entry = program.functions()[entry].sourceName;
  report.order = std::string(nameOf(options.order));
  report.seed = options.seed;
  report.complete = statistics.complete;
  report.errors = statistics.errors;
  report.unsupported = statistics.unsupported;
  report.cut.assign(statistics.cut.begin(), statistics.cut.end());
  report.states = statistics.states;
  report.forks = statistics.forks;
  report.instructions = statistics.instructions;
  report.waiting = statistics.waiting;
  report.peakMemory = support::peakResidentBytes();
  report.assumptions.assign(findings.assumptions.begin(), findings.assumptions.end());
  for (const std::string& name : findings.layerOrder) report.solver.push_back(findings.layers[name]);
  countCoverage(program, findings.blocks, report);
  std::ranges::sort(findings.paths, {}, &Findings::Found::address);
  for (Findings::Found& found : findings.paths) report.paths.push_back(std::move(found.path));
  for (auto& [key, shown] : findings.faults) report.faults.push_back(std::move(shown.fault));
  return report;
}

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
  const auto types = ir::sourceTypes(**program);
  support::Budget budget(env.cancel);
  if (options.budget) budget.limitTime(*options.budget);
  env.progress.begin(fmt::format("exploring {}", (*program)->functions()[*entry].sourceName), 0);
  const auto begin = std::chrono::steady_clock::now();
  Worker first(env, options, **program, *types);
  if (auto begun = first.begin(*entry); !begun) return std::unexpected(std::move(begun.error()));
  auto findings = jobsOf(options) == 1 ? exploreAlone(first, budget)
                                       : exploreTogether(env, options, **program, *types, *entry, first, budget);
  if (!findings) return std::unexpected(std::move(findings.error()));
  ExploreReport report = reportOf(options, **program, *entry, std::move(*findings));
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

} // namespace beagle::pipeline
