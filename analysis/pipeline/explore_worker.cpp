#include "analysis/pipeline/explore_worker.h"

#include "analysis/solver/chain.h"
#include "analysis/support/text.h"

namespace beagle::pipeline {

using support::Result;

namespace {

/// "1,234 paths, 5 waiting, 67 million instructions".
std::string soFar(std::uint64_t paths, std::uint64_t waiting, std::uint64_t instructions) {
  return fmt::format("{}, {} waiting, {:.1f} million instructions", support::counted(paths, "path"), waiting,
                     static_cast<double>(instructions) / 1e6);
}

} // namespace

ExploreWorker::ExploreWorker(Env& env, const ExploreOptions& options, const ir::Program& program,
                             const ir::SourceTypes& types, Seen& seen)
    : env_(env), options_(options), program_(program), types_(types), seen_(seen), leaves_(terms_),
      harness_(program, types, leaves_, options.harness) {}

Result<void> ExploreWorker::begin(ir::FunctionIndex entry, const support::CancelToken& token) {
  token_ = token;
  machine_.emplace(program_, terms_, harness_, options_.machine);
  auto solver = solver::makeSolver(terms_, {.log = options_.queryLog}, token);
  if (!solver) return std::unexpected(std::move(solver.error()));
  solver_ = std::move(*solver);
  auto start = harness_.start(*machine_, entry);
  if (!start) return std::unexpected(std::move(start.error()));
  start_ = std::move(*start);
  if (options_.replay || !options_.inputs.empty())
    concrete_ = std::make_unique<ConcreteRuns>(*machine_, harness_, leaves_, types_, *start_, entry);
  return {};
}

void ExploreWorker::whole(const support::Budget& budget) {
  explore::Explorer explorer = make(options_.order);
  explorer.explore(*start_, budget, onPath(budget), onProgress());
  findings_.statistics().add(explorer.statistics());
}

void ExploreWorker::part(const explore::Task& task, const support::Budget& budget) {
  explore::Explorer explorer = make(options_.order);
  explorer.explore(*start_, task, budget, onPath(budget), onProgress());
  findings_.statistics().add(explorer.statistics());
  --findings_.statistics().states; // the task's first state was counted when it was handed out
}

std::vector<explore::Task> ExploreWorker::split(std::size_t parts, const support::Budget& budget) {
  explore::Explorer explorer = make(explore::Order::BreadthFirst);
  std::vector<explore::Task> tasks = explorer.split(*start_, parts, budget, onPath(budget));
  findings_.statistics().add(explorer.statistics());
  return tasks;
}

Findings ExploreWorker::take() {
  findings_.finish(*solver_, machine_->coverage(), harness_.assumptions());
  return std::move(findings_);
}

explore::Explorer ExploreWorker::make(explore::Order order) {
  return {
      *machine_, *solver_, {.order = order, .seed = options_.seed, .merge = options_.merge, .bounds = options_.bounds}};
}

explore::Explorer::OnPath ExploreWorker::onPath(const support::Budget& budget) {
  return [this, &budget](const exec::State& ended, const Address& address) {
    if (neighbours().size() != options_.harness.neighbours.size()) token_.cancel();
    const PathView view(*machine_, harness_, leaves_, *solver_, &budget);
    const exec::State state = view.seen(ended);
    if (concrete_) addRun(view, state, address);
    report::ExploredPath path = view.path(state, options_.keepPaths);
    view.faults(state, address, findings_.faults());
    if (options_.keepPaths || path.isError || path.ending == "unsupported") findings_.addPath(address, std::move(path));
    else findings_.countPath(path);
  };
}

void ExploreWorker::addRun(const PathView& view, const exec::State& state, const Address& address) {
  const auto model = view.modelOf(state.path);
  if (!model) return;
  const Asked asked = options_.replay ? concrete_->askedOfLibrary(state) : Asked();
  PathRuns runs{concrete_->run(state, *model, asked), {}};
  if (options_.replay) runs.another = concrete_->run(state, concrete_->varied(state, *model), asked);
  findings_.addRun(address, std::move(runs));
}

explore::Explorer::OnProgress ExploreWorker::onProgress() {
  return [this, paths = std::uint64_t{0}, instructions = std::uint64_t{0},
          looks = std::uint64_t{0}](const explore::Statistics& now, std::size_t waiting) mutable {
    seen_.paths += now.paths - std::exchange(paths, now.paths);
    seen_.instructions += now.instructions - std::exchange(instructions, now.instructions);
    if (++looks % 16 == 0) env_.progress.show(soFar(seen_.paths, waiting, seen_.instructions));
  };
}

} // namespace beagle::pipeline
