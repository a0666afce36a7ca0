#include "analysis/pipeline/main/command.h"
#include "analysis/pipeline/main/input_options.h"
#include "analysis/pipeline/main/option_values.h"
#include "analysis/pipeline/main/project_options.h"

namespace beagle::pipeline {

namespace {

using support::Result;

/// As they were written, until `read` says what they mean.
class ExploreWords {
public:
  ExploreWords(CLI::App& app, CommandLine& line);
  [[nodiscard]] Result<void> read();

private:
  CommandLine* line_;
  std::optional<InputOptions> inputs_;
  std::optional<ProjectOptions> project_;
  std::string order_ = "dfs", merge_ = "none", format_ = "text", budget_, memory_, stats_, queryLog_;
};

ExploreWords::ExploreWords(CLI::App& app, CommandLine& line) : line_(&line) {
  ExploreOptions& options = line.explore;
  app.add_option("path", options.path, "A C or C++ source file, a bitcode file (.bc), or a folder")
      ->type_name("FILE|DIR");
  app.add_option("--entry", options.entry,
                 "The function to explore (default main); NAME@FILE where several files have one of that name")
      ->type_name("FUNCTION");
  app.add_option("--order", order_, "Which path first: dfs (default), bfs, random, coverage")->type_name("ORDER");
  app.add_option("--seed", options.seed, "Seed of the random order")->type_name("N");
  app.add_option(
         "--merge", merge_,
         "Runs that meet again after a branch: none (default) keeps each on its own; equal makes one of those that differ "
         "in nothing but how they came there; ite also of those whose values differ. A path then stands for several")
      ->type_name("HOW");
  app.add_option("--budget", budget_, "Stop after this time, such as 30s or 5m")->type_name("TIME");
  app.add_option(
         "--jobs,-j", options.jobs,
         "Explore this many parts at once (default 1); the report stays the same. With --merge, --max-paths, --max-instructions or --query-log: one")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  app.add_option("--max-paths", options.bounds.paths, "Stop after so many paths")->type_name("N");
  app.add_option("--max-instructions", options.bounds.instructions, "Stop after so many instructions")->type_name("N");
  app.add_option("--max-states", options.bounds.states, "Most states that wait at once (default 1000000)")
      ->type_name("N");
  app.add_option(
         "--max-states-in-memory", options.bounds.statesInMemory,
         "Most waiting states that are kept; others are dropped and made again when it is their turn (default: as --max-memory allows)")
      ->type_name("N");
  app.add_option("--max-choices", options.bounds.choices, "Most choices on one path")->type_name("N");
  app.add_option("--max-memory", memory_,
                 "Save memory above this size, such as 2G, and leave out paths a quarter above")
      ->type_name("SIZE");
  app.add_option("--max-steps", options.machine.maxSteps, "Most instructions of one path (default 4000000000)")
      ->type_name("N");
  app.add_option("--max-calls", options.machine.maxFrames, "Most calls inside one another (default 2000)")
      ->type_name("N");
  inputs_.emplace(app, options.harness);
  app.add_flag("!--initial-globals", options.harness.globalsAreInputs,
               "Globals start with their initialisers, not with any value");
  app.add_flag("--null-arguments", options.harness.nullArguments,
               "Pointers that are arguments may be null, too; those inside of what they lead to always may");
  app.add_flag("--failing-allocation", options.harness.oneAllocationFails,
               "One call of malloc, calloc, realloc, strdup or strndup may find no memory");
  app.add_option("--inputs", options.inputs,
                 "Write an input for each path there: as JSON, and as a C program that makes the call")
      ->type_name("DIR");
  app.add_flag("--replay", options.replay, "Let the compiled program take each path, too, and compare what it does");
  app.add_option("--stats", stats_, "json: counts and times on standard output")->type_name("FORMAT");
  app.add_option("--format", format_, "text (default) or json, which has every path")->type_name("FORMAT");
  app.add_option("--query-log", queryLog_, "Append the queries that no cheap layer answers to this file")
      ->type_name("FILE");
  project_.emplace(app, line, options.project);
  project_->addBuild();
}

Result<void> ExploreWords::read() {
  ExploreOptions& options = line_->explore;
  if (auto ok = oneOf("--format", format_, {"text", "json"}); !ok) return ok;
  if (auto ok = oneOf("--stats", stats_, {"", "json"}); !ok) return ok;
  line_->json = format_ == "json" || stats_ == "json";
  options.keepPaths = format_ == "json";
  if (auto ok = oneOf("--order", order_, {"dfs", "bfs", "random", "coverage"}); !ok) return ok;
  options.order = *explore::orderNamed(order_);
  if (auto ok = oneOf("--merge", merge_, {"none", "equal", "ite"}); !ok) return ok;
  options.merge = *explore::mergeNamed(merge_);
  if (!queryLog_.empty()) options.queryLog = queryLog_;
  if (!budget_.empty()) {
    auto budget = readDuration("--budget", budget_);
    if (!budget) return std::unexpected(std::move(budget.error()));
    options.budget = *budget;
  }
  if (!memory_.empty()) {
    auto memory = readSize("--max-memory", memory_);
    if (!memory) return std::unexpected(std::move(memory.error()));
    options.bounds.memory = *memory;
  }
  if (auto ok = inputs_->read(); !ok) return ok;
  if (options.path.empty()) return support::usageError("`explore` needs a source file, a bitcode file or a folder");
  return project_->read();
}

} // namespace

Command addExplore(CLI::App& program, CommandLine& line) {
  CLI::App& app = *program.add_subcommand("explore", "Take every path through a function, and say how each one ends");
  auto written = std::make_shared<ExploreWords>(app, line);
  return {&app, CommandLine::Action::Explore, [written] { return written->read(); }};
}

} // namespace beagle::pipeline
