#include "test/oracle/pair_session.h"

#include "analysis/compare/equivalence.h"
#include "analysis/solver/chain.h"
#include "analysis/support/files.h"
#include "test/oracle/cases.h"
#include "test/oracle/generator.h"
#include "test/oracle/pairs.h"
#include "test/oracle/reduce.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::oracle {

using compare::Verdict;
using support::Result;

namespace {

/// What is proved at all shows soon; the others are explored anyway.
constexpr std::chrono::milliseconds mostForProof{100};
constexpr std::uint64_t partProvedWhereDefined = 4; ///< one in so many

constexpr double wantedShare = 0.95;
/// Hard programs are given up by what they cost the solver, not by time: the same ones everywhere.
constexpr solver::Limits patience{20'000'000};

std::vector<GeneratedProgram> versions(const std::vector<ProgramPair>& pairs, bool isHead) {
  std::vector<GeneratedProgram> programs;
  for (const ProgramPair& pair : pairs) programs.push_back(isHead ? changedVersion(pair.program) : pair.program);
  return programs;
}

std::string argumentsOf(const GeneratedProgram& program, std::uint32_t input) {
  std::string text;
  for (const Parameter& parameter : program.parameters)
    text += fmt::format(" {}={:#x}", parameter.name, GeneratedProgram::argument(parameter, input));
  return text;
}

/// An input that shows that they are not equal.
std::uint32_t differenceOf(const NativePair& native) {
  for (std::uint32_t input = 0; input < native.base.size(); ++input)
    if (isDifference(truthOf(native.base[input], native.head[input]))) return input;
  return 0;
}

void count(PairTally::Answers& answers, const compare::EntryResult& result) {
  if (result.verdict == Verdict::Unchanged) ++answers.complete;
  else if (result.verdict == Verdict::Inconclusive) ++answers.inconclusive;
  else
    ++(std::ranges::all_of(result.changes, [](const compare::ShownChange& c) { return c.change.ubOnly; })
           ? answers.ubOnly
           : answers.changed);
}

} // namespace

ProgramPair generatePair(std::uint64_t seed, std::uint64_t number) {
  ProgramPair pair;
  const std::uint64_t kind = number % 8;
  pair.hasLoops = kind == 3 || kind == 4 || kind == 6;
  pair.isRewritten = kind < 5;
  pair.program = Generator(seed, number, {.loops = pair.hasLoops}).run();
  Random random(Random(seed * 31 + number).next());
  if (kind == 4) rewriteLoops(pair.program, random, 1 + random.below(3));
  if (kind < 4 || kind == 7) rewrite(pair.program, random, 2 + random.below(10));
  if (kind == 5 && random.percent(50)) {
    addSpecial(pair.program, random);
    return pair;
  }
  if (kind >= 5)
    for (std::uint32_t i = 0; i < 2 + random.below(3); ++i) mutate(pair.program, random);
  return pair;
}

Result<void> PairSession::run() {
  for (std::uint64_t done = 0; done < options_.count; done += options_.batch) {
    std::vector<ProgramPair> pairs;
    for (std::uint64_t i = done; i < std::min(done + options_.batch, options_.count); ++i)
      pairs.push_back(generatePair(options_.seed, options_.first + i));
    if (auto ran = runAll(pairs); !ran) return ran;
    if (options_.stopAtFirst && tally_.mismatches > 0) break;
  }
  return {};
}

Result<void> PairSession::runAll(const std::vector<ProgramPair>& pairs) {
  const std::vector<GeneratedProgram> base = versions(pairs, false);
  const std::vector<GeneratedProgram> head = versions(pairs, true);
  const auto before = runNatively(options_.tools, base);
  if (!before) return std::unexpected(before.error());
  const auto after = runNatively(options_.tools, head);
  if (!after) return std::unexpected(after.error());
  const auto baseProgram = loadProgram(options_.tools, base);
  if (!baseProgram) return std::unexpected(baseProgram.error());
  const auto headProgram = loadProgram(options_.tools, head);
  if (!headProgram) return std::unexpected(headProgram.error());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const NativePair native{(*before)[i], (*after)[i]};
    if (pairs[i].isRewritten && !native.isEqual())
      return support::cannotRun("pair {} of seed {}: a rewrite changes something", pairs[i].program.number,
                                options_.seed);
    ++tally_.pairs;
    const auto mismatch = comparePair(**baseProgram, **headProgram, pairs[i], native, tally_);
    if (!mismatch) continue;
    ++tally_.mismatches;
    show(pairs[i], *mismatch, native);
    if (options_.stopAtFirst) break;
  }
  return {};
}

std::optional<PairMismatch> PairSession::comparePair(const ir::Program& base, const ir::Program& head,
                                                     const ProgramPair& pair, const NativePair& native,
                                                     PairTally& tally) const {
  const auto baseEntry = base.find(pair.program.entry);
  const auto headEntry = head.find(pair.program.entry);
  if (!baseEntry || !headEntry) return PairMismatch{0, "the entry is not in the bitcode", ""};
  logic::TermManager terms;
  input::Leaves leaves(terms);
  auto solver = solver::makeSolver(terms, {}, {});
  if (!solver) return PairMismatch{0, solver.error().str(), ""};
  const auto baseTypes = ir::sourceTypes(base);
  const auto headTypes = ir::sourceTypes(head);
  compare::CompareOptions options;
  options.explorer.order = options_.engine.order;
  options.explorer.seed = options_.engine.seed;
  options.explorer.bounds.paths = options_.engine.maxPaths;
  options.explorer.patiently = patience;
  options.harness.globalsAreInputs = false;
  // What trying inputs shows first, following paths is never asked for.
  if (pair.program.number % 3 != 0) options.search.inputs = 0;
  // Every other pair as `diff` does it: what leads around all code that differs is not run.
  compare::DifferingBlocks differing({base, *baseTypes}, {head, *headTypes});
  const bool isAimed = pair.program.number % 2 == 0;
  if (isAimed) {
    options.explorer.order = explore::Order::Greedy;
    options.differing = &differing;
  }
  const auto isProved = [&](compare::Equivalence::Inputs inputs) {
    compare::Equivalence equivalence(terms, base, head, solver->get(), inputs);
    const auto time = std::min<support::Budget::Clock::duration>(options_.engine.time, mostForProof);
    return equivalence.prove(*baseEntry, *headEntry, support::Budget().limitTime(time)).isProved;
  };
  if (isProved(compare::Equivalence::Inputs::All)) {
    ++tally.provedAtOnce;
    if (!native.isEqual()) return PairMismatch{differenceOf(native), "it is proved equal, and is not", ""};
  } else if (pair.program.number % partProvedWhereDefined == 0 && isProved(compare::Equivalence::Inputs::Defined)) {
    ++tally.provedWhereDefined;
    for (std::uint32_t i = 0; i < native.base.size(); ++i)
      if (const Truth truth = truthOf(native.base[i], native.head[i]);
          truth == Truth::Differs || truth == Truth::UbIntroduced)
        return PairMismatch{i, "it is proved equal where base is defined, and is not", ""};
  }
  const compare::Equality equality({.comparesLeaks = false}); // the native runs do not see what is lost
  compare::EntryComparison comparison(terms, **solver, leaves, {base, *baseTypes, *baseEntry},
                                      {head, *headTypes, *headEntry}, equality, options);
  const auto result = comparison.run(support::Budget().limitTime(options_.engine.time));
  if (!result) return PairMismatch{0, result.error().str(), ""};
  if (gaveWrongModels(**solver)) return PairMismatch{0, "a layer of the solver gave a model that is none", ""};
  tally.pathPairs += result->pairs;
  tally.waysAround += result->baseStatistics.same + result->headStatistics.same;
  for (const std::string& text : result->open) ++tally.open[text];
  count(!native.isEqual() ? tally.different : pair.hasLoops ? tally.equalWithLoops : tally.equalLoopFree, *result);
  return checkPair(pair.program, leaves, terms, *result, native);
}

std::optional<PairMismatch> PairSession::check(const ProgramPair& pair) const {
  const std::vector<GeneratedProgram> base = versions({pair}, false);
  const std::vector<GeneratedProgram> head = versions({pair}, true);
  const auto before = runNatively(options_.tools, base);
  const auto after = runNatively(options_.tools, head);
  if (!before || !after) return {};
  const auto baseProgram = loadProgram(options_.tools, base);
  const auto headProgram = loadProgram(options_.tools, head);
  if (!baseProgram || !headProgram) return {};
  PairTally unused;
  return comparePair(**baseProgram, **headProgram, pair, {before->front(), after->front()}, unused);
}

void PairSession::show(const ProgramPair& pair, const PairMismatch& mismatch, const NativePair& native) {
  fmt::print("MISMATCH seed {} pair {} input {}: {}\n  {}\n  base: {}\n  head: {}\n  {}\n", options_.seed,
             pair.program.number, mismatch.input, mismatch.what, mismatch.detail, describe(native.base[mismatch.input]),
             describe(native.head[mismatch.input]), argumentsOf(pair.program, mismatch.input));
  std::fflush(stdout);
  if (options_.keep.empty()) return;
  ProgramPair smaller = pair;
  if (options_.reduceCases) {
    const auto stillShows = [&](const GeneratedProgram& candidate) {
      const auto again = check({candidate, pair.isRewritten, pair.hasLoops});
      return again && again->what == mismatch.what;
    };
    smaller.program = reduce(pair.program, stillShows, 1500);
    if (const auto again = check(smaller)) fmt::print("  reduced:{}\n", argumentsOf(smaller.program, again->input));
  }
  if (const auto kept = keep(smaller); !kept) fmt::print("  {}\n", kept.error().str());
  std::fflush(stdout);
}

Result<void> PairSession::keep(const ProgramPair& pair) const {
  support::DiskFiles files;
  for (const bool isHead : {false, true}) {
    const std::string path =
        fmt::format("{}/pair-{}-{}.{}.c", options_.keep, options_.seed, pair.program.number, isHead ? "head" : "base");
    const auto written = files.write(path, "#include \"checked.h\"\n" +
                                               describeCase(isHead ? changedVersion(pair.program) : pair.program));
    if (!written) return written;
    fmt::print("  {}\n", path);
  }
  return {};
}

bool PairSession::provesEnough() const {
  const auto all = static_cast<double>(tally_.equalLoopFree.all());
  return static_cast<double>(tally_.equalLoopFree.complete) >= wantedShare * all;
}

void PairSession::printTally() const {
  fmt::print("{} pairs, {} pairs of paths, {} ways around all that differs, {} mismatches\n", tally_.pairs,
             tally_.pathPairs, tally_.waysAround, tally_.mismatches);
  const auto line = [](std::string_view what, const PairTally::Answers& answers) {
    fmt::print("  {:20} {:6}: {} unchanged, {} changed, {} ub-only, {} inconclusive\n", what, answers.all(),
               answers.complete, answers.changed, answers.ubOnly, answers.inconclusive);
  };
  line("equal, loop-free", tally_.equalLoopFree);
  line("equal, with loops", tally_.equalWithLoops);
  line("different", tally_.different);
  fmt::print("  {} pairs are proved equal without following paths, {} others where base is defined\n",
             tally_.provedAtOnce, tally_.provedWhereDefined);
  if (tally_.equalLoopFree.all() > 0)
    fmt::print("  {:.1f} % of the equal loop-free pairs are proved\n",
               100.0 * static_cast<double>(tally_.equalLoopFree.complete) /
                   static_cast<double>(tally_.equalLoopFree.all()));
  for (const auto& [what, times] : tally_.open) fmt::print("  {:10} pairs open: {}\n", times, what);
}

} // namespace beagle::oracle
