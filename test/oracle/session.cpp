#include "test/oracle/session.h"

#include "analysis/ir/bitcode.h"
#include "analysis/support/files.h"
#include "test/oracle/cases.h"
#include "test/oracle/csmith.h"
#include "test/oracle/generator.h"
#include "test/oracle/reduce.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::oracle {

using support::Result;

Result<std::shared_ptr<const ir::Program>> loadProgram(const Tools& tools,
                                                       const std::vector<GeneratedProgram>& programs) {
  const auto path = compileBitcode(tools, programs);
  if (!path) return std::unexpected(path.error());
  auto content = support::DiskFiles().read(*path);
  if (!content) return std::unexpected(content.error());
  auto module = ir::BitcodeModule::open(std::move(*content), *path);
  if (!module) return std::unexpected(module.error());
  const std::vector units = {std::make_shared<ir::BitcodeModule>(std::move(*module))};
  return ir::Program::link(units);
}

Result<void> Session::run() {
  for (const std::string& path : options_.cases) {
    const auto program = readCase(path);
    if (!program) return std::unexpected(program.error());
    const std::uint64_t before = tally_.mismatches;
    if (auto ran = runAll({*program}); !ran) return ran;
    if (tally_.mismatches != before) fmt::print("  {}\n", path);
  }
  if (!options_.cases.empty()) return {};
  for (std::uint64_t done = 0; done < options_.count; done += options_.batch) {
    const std::uint64_t count = std::min(options_.batch, options_.count - done);
    if (auto ran = runBatch(options_.first + done, count); !ran) return ran;
    if (options_.stopAtFirst && tally_.mismatches > 0) break;
  }
  return {};
}

Result<void> Session::runBatch(std::uint64_t first, std::uint64_t count) {
  std::vector<GeneratedProgram> programs;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (options_.csmith.empty()) {
      programs.push_back(Generator(options_.seed, first + i).run());
      continue;
    }
    auto program = csmithProgram(options_.csmith, options_.seed * 1'000'000 + first + i);
    if (!program) return std::unexpected(program.error());
    if (!*program) continue;
    // csmith does not promise that its programs end.
    if (!runAll({std::move(**program)})) ++tally_.limitPrograms;
  }
  return programs.empty() ? Result<void>() : runAll(programs);
}

Result<void> Session::runAll(const std::vector<GeneratedProgram>& programs) {
  const auto native = runNatively(options_.tools, programs);
  if (!native) return std::unexpected(native.error());
  const auto program = loadProgram(options_.tools, programs);
  if (!program) return std::unexpected(program.error());
  for (std::size_t i = 0; i < programs.size(); ++i) {
    EngineRun engine(**program, programs[i], options_.engine);
    if (auto explored = engine.explore(); !explored) return explored;
    ++tally_.programs;
    tally_.inputs += (*native)[i].size();
    tally_.paths += engine.pathCount();
    tally_.merged += engine.statistics().merged;
    tally_.cutPrograms += engine.isCut() ? 1 : 0;
    for (const std::string& text : engine.unsupported()) ++tally_.unsupported[text];
    if (const auto mismatch = compare(engine, (*native)[i], programs[i].resultWidth, tally_)) {
      ++tally_.mismatches;
      show(programs[i], *mismatch);
      if (options_.stopAtFirst) return {};
    } else if (options_.ordersEvery != 0 && programs[i].number % options_.ordersEvery == 0 && !engine.isCut()) {
      compareOrders(**program, programs[i], engine);
    }
  }
  return {};
}

void Session::compareOrders(const ir::Program& program, const GeneratedProgram& generated, const EngineRun& run) {
  for (const auto order : {explore::Order::BreadthFirst, explore::Order::Random, explore::Order::Coverage}) {
    EngineOptions options = options_.engine;
    options.order = order;
    EngineRun other(program, generated, options);
    if (!other.explore() || other.isCut() || other.addresses() == run.addresses()) continue;
    ++tally_.mismatches;
    fmt::print("MISMATCH seed {} program {}: {} paths in order {}, {} in order {}, or others\n", options_.seed,
               generated.number, other.pathCount(), nameOf(order), run.pathCount(), nameOf(options_.engine.order));
  }
}

std::optional<Mismatch> Session::check(const GeneratedProgram& generated, Tally& tally) const {
  const std::vector programs = {generated};
  const auto native = runNatively(options_.tools, programs);
  if (!native) return {};
  const auto program = loadProgram(options_.tools, programs);
  if (!program) return {};
  EngineRun engine(**program, generated, options_.engine);
  if (!engine.explore()) return {};
  return compare(engine, native->front(), generated.resultWidth, tally);
}

void Session::show(const GeneratedProgram& program, const Mismatch& mismatch) {
  fmt::print("MISMATCH seed {} program {} input {}: {}\n  native: {}\n  engine: {}\n", options_.seed, program.number,
             mismatch.input, mismatch.what, describe(mismatch.native), describe(mismatch.engine));
  for (const Parameter& parameter : program.parameters)
    fmt::print("  {} = {:#x}\n", parameter.name, GeneratedProgram::argument(parameter, mismatch.input));
  std::fflush(stdout);
  if (options_.keep.empty()) return;
  GeneratedProgram smaller = program;
  if (options_.reduceCases) {
    Tally unused;
    smaller = reduce(
        program,
        [&](const GeneratedProgram& candidate) {
          const auto again = check(candidate, unused);
          return again && again->what == mismatch.what;
        },
        1500);
    if (const auto again = check(smaller, unused))
      fmt::print("  reduced: input {}\n  native: {}\n  engine: {}\n", again->input, describe(again->native),
                 describe(again->engine));
  }
  const std::string path = fmt::format("{}/case-{}-{}.c", options_.keep, options_.seed, program.number);
  if (!support::DiskFiles().write(path, describeCase(smaller))) fmt::print("  {} cannot be written\n", path);
  fmt::print("  {}\n", path);
  std::fflush(stdout);
}

void Session::printTally() const {
  fmt::print("{} programs, {} inputs, {} paths, {} mismatches\n", tally_.programs, tally_.inputs, tally_.paths,
             tally_.mismatches);
  if (tally_.merged > 0) fmt::print("  {:10} runs became one with another one\n", tally_.merged);
  for (const auto& [kind, count] : tally_.endings) fmt::print("  {:10} inputs end: {}\n", count, kind);
  fmt::print("  {:10} inputs whose values are undefined from some point on\n", tally_.undefinedInputs);
  fmt::print("  {:10} inputs in unsupported paths, {} beyond a bound; {} programs cut, {} left out\n",
             tally_.unsupportedInputs, tally_.cutInputs, tally_.cutPrograms, tally_.limitPrograms);
  for (const auto& [what, count] : tally_.unsupported) fmt::print("  {:10} paths unsupported: {}\n", count, what);
}

} // namespace beagle::oracle
