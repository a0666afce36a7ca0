// How fast terms are made and evaluated. `build/bin/logic_bench`, after configuring with -DBEAGLE_BENCH=ON.
#include "analysis/logic/evaluate.h"

#include <benchmark/benchmark.h>

#include <random>

namespace beagle::logic {
namespace {

/// A graph over 16 variables in which each term has two earlier ones, mostly near ones.
Term makeGraph(TermManager& m, int count, std::uint32_t width) {
  std::mt19937_64 random(1);
  std::vector<Term> terms;
  for (int i = 0; i < 16; ++i) terms.push_back(m.variable("v" + std::to_string(i), Sort::bits(width)));
  static constexpr std::array operators{Op::Add, Op::Sub, Op::Mul, Op::BitAnd, Op::BitOr, Op::BitXor, Op::Shl};
  for (int i = 0; i < count; ++i) {
    const Term a = terms.back(), b = terms[terms.size() - 1 - random() % std::min<std::size_t>(terms.size(), 64)];
    const Term made = m.binary(operators[random() % operators.size()], a, b == a ? terms[random() % 16] : b);
    terms.push_back(m.isConstant(made) ? terms[random() % 16] : made);
  }
  return terms.back();
}

void makeNewTerms(benchmark::State& state) {
  for (auto unused : state) {
    TermManager m;
    benchmark::DoNotOptimize(makeGraph(m, 200000, 64));
    state.counters["bytes per term"] = static_cast<double>(m.bytes()) / static_cast<double>(m.termCount());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 200000);
}
BENCHMARK(makeNewTerms)->Unit(benchmark::kMillisecond);

void makeKnownTerms(benchmark::State& state) {
  TermManager m;
  static_cast<void>(makeGraph(m, 200000, 64));
  for (auto unused : state) benchmark::DoNotOptimize(makeGraph(m, 200000, 64));
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 200000);
}
BENCHMARK(makeKnownTerms)->Unit(benchmark::kMillisecond);

void makeComparisons(benchmark::State& state) {
  TermManager m;
  const Term x = m.variable("x", Sort::bits(32)), n = m.variable("n", Sort::bits(32));
  std::uint64_t i = 0;
  for (auto unused : state) {
    const Term sum = m.binary(Op::Add, x, m.constant(32, ++i & 0xFFFF));
    benchmark::DoNotOptimize(m.binary(Op::SLess, sum, n));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * 2);
}
BENCHMARK(makeComparisons);

void evaluateGraph(benchmark::State& state) {
  TermManager m;
  const Term root = makeGraph(m, static_cast<int>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  std::vector<Assignment> assignments(8);
  std::mt19937_64 random(2);
  for (Assignment& assignment : assignments)
    for (std::uint32_t i = 0; i < m.variableCount(); ++i) assignment.set(m.variableAt(i), random());
  Evaluator evaluator(m, assignments[0]);
  std::size_t next = 0;
  for (auto unused : state) {
    evaluator.reset(assignments[next++ % assignments.size()]);
    benchmark::DoNotOptimize(evaluator.bits(root));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(evaluator.nodesEvaluated()));
}
BENCHMARK(evaluateGraph)->Args({1000, 64})->Args({100000, 64})->Args({1000, 100});

} // namespace
} // namespace beagle::logic

BENCHMARK_MAIN();
