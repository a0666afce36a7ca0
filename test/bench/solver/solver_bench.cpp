// Measures the solver: queries per second on growing paths, and what a fork of a path condition costs.
//
//   solver_bench                     the synthetic measures
//   solver_bench --replay FILE...    the queries of logs, by each bottom

#include "analysis/solver/chain.h"
#include "analysis/solver/path_condition.h"
#include "analysis/solver/query_log.h"
#include "analysis/solver/z3_solver.h"
#include "analysis/support/files.h"

#include <fmt/format.h>

#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace beagle;
using namespace beagle::solver;
using logic::Op;
using logic::Sort;
/// Of the processor: other work on the machine does not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double since(double start) { return now() - start; }

/// The i-th constraint over eight 32-bit variables, each mixed with another one.
Term constraintAt(TermManager& terms, std::uint32_t i) {
  const auto x = [&](std::uint32_t n) { return terms.variable(fmt::format("x{}", n % 8), Sort::bits(32)); };
  const auto number = [&](std::uint32_t value) { return terms.constant(32, value); };
  const Term a = x(i);
  const Term b = x(i * 3 + 1);
  switch (i % 5) {
  case 0: return terms.binary(Op::ULess, terms.binary(Op::Add, a, b), number(0xF0000000U - i * 77));
  case 1:
    return terms.logicalNot(
        terms.equal(terms.binary(Op::BitXor, a, terms.binary(Op::Shl, b, number(3))), number(i * 12345)));
  case 2: return terms.binary(Op::SLess, a, terms.binary(Op::Add, terms.binary(Op::Mul, b, number(3)), number(i)));
  case 3: return terms.logicalNot(terms.equal(terms.binary(Op::BitAnd, a, number(0xFF)), number(i)));
  default: return terms.binary(Op::ULess, number(i * 1000), terms.binary(Op::BitOr, a, b));
  }
}

/// 40 constraints, one after the other: each asked with its negation, then added.
void growingPath(std::string_view name, int rounds, const std::function<std::unique_ptr<Solver>(TermManager&)>& make) {
  TermManager terms;
  const auto solver = make(terms);
  const auto start = now();
  int queries = 0;
  int sat = 0;
  for (int round = 0; round != rounds; ++round) {
    std::vector<Term> path;
    for (std::uint32_t i = 0; i != 40; ++i) {
      const Term goal = constraintAt(terms, i + static_cast<std::uint32_t>(round));
      for (const Term asked : {goal, terms.logicalNot(goal)}) {
        Query query{.name = "bench", .path = path, .goal = asked};
        sat += std::holds_alternative<Sat>(solver->check(query)) ? 1 : 0;
        ++queries;
      }
      path.push_back(goal);
    }
  }
  const double seconds = since(start);
  fmt::print("{:<28} {:>6} queries {:>6} sat {:>10.0f} per second\n", name, queries, sat, queries / seconds);
  std::vector<LayerStatistics> layers;
  solver->statistics(layers);
  for (const LayerStatistics& layer : layers)
    fmt::print("    {:<24} {:>6} queries {:>6} answered {:>8.3f} s {:>12} units\n", layer.name, layer.queries,
               layer.answered, layer.seconds, layer.resources);
}

/// Queries over three variables of 32 bits, of which ten bits matter: products of 128 bits in one, of doubles in the
/// other. The chain with its search beside the one without; seconds of both.
void fewBits(std::string_view name, bool ofFloats, std::uint32_t queries) {
  const auto ask = [&](bool search) {
    TermManager terms;
    ChainOptions options;
    options.search = search;
    const auto solver = std::move(*makeSolver(terms, options, {}));
    const auto part = [&](const char* variable, std::uint64_t mask) {
      return terms.binary(Op::BitAnd, terms.variable(variable, Sort::bits(32)), terms.constant(32, mask));
    };
    const auto widened = [&](Term narrow) {
      return ofFloats ? terms.fpFromInteger(logic::FloatFormat::Double, narrow, false) : terms.zeroExtend(narrow, 128);
    };
    const auto times = [&](Term a, Term b) {
      return ofFloats ? terms.fpBinary(Op::FpMul, a, b) : terms.binary(Op::Mul, a, b);
    };
    const Term product = times(times(widened(part("a", 0x0F0)), widened(part("b", 0x00E))), widened(part("c", 0x1C00)));
    std::uint32_t sat = 0;
    const auto start = now();
    for (std::uint32_t i = 0; i != queries; ++i) {
      const Term goal = terms.equal(product, widened(terms.constant(32, (i + 1) * 0x40000)));
      sat += std::holds_alternative<Sat>(solver->check({.name = "bench", .path = {}, .goal = goal})) ? 1 : 0;
    }
    return std::pair(since(start), sat);
  };
  const auto [with, sat] = ask(true);
  const auto [without, alsoSat] = ask(false);
  fmt::print("{:<28} {:>6} queries {:>6} sat {:>9.3f} s, {:.3f} s without the search ({} sat): {:.0f} times\n", name,
             queries, sat, with, without, alsoSat, without / with);
}

/// All paths of independent branches, depth first.
void independentBranches(std::uint32_t branches) {
  TermManager terms;
  auto made = makeSolver(terms, {}, {});
  Solver& solver = **made;
  std::vector<Term> conditions;
  for (std::uint32_t i = 0; i != branches; ++i)
    conditions.push_back(
        terms.binary(Op::ULess, terms.constant(32, 100 + i), terms.variable(fmt::format("in{}", i), Sort::bits(32))));
  struct State {
    PathCondition path;
    std::uint32_t next;
  };
  std::vector<State> stack;
  stack.push_back({PathCondition(terms), 0});
  std::uint64_t forks = 0, paths = 0;
  double checking = 0, canonical = 0;
  const auto start = now();
  std::vector<Term> scratch;
  while (!stack.empty()) {
    State state = std::move(stack.back());
    stack.pop_back();
    if (state.next == branches) {
      const auto begin = now();
      (void)state.path.canonicalModel(solver, {});
      canonical += since(begin);
      ++paths;
      continue;
    }
    const Term condition = conditions[state.next++];
    State other = state;
    for (auto [at, goal] : {std::pair(&state, condition), std::pair(&other, terms.logicalNot(condition))}) {
      const auto begin = now();
      Query query{.name = "branch", .path = at->path.relevantTo(goal, scratch), .goal = goal};
      const Answer answer = solver.check(query);
      checking += since(begin);
      at->path.add(goal, *std::get<Sat>(answer).model);
      stack.push_back(std::move(*at));
    }
    ++forks;
  }
  const double all = since(start);
  fmt::print("{} independent branches: {} paths, {} forks, {:.2f} us per fork without solver ({:.2f} us solver), "
             "{:.2f} us per canonical model\n",
             branches, paths, forks, (all - checking - canonical) / static_cast<double>(forks) * 1e6,
             checking / static_cast<double>(forks) * 1e6, canonical / static_cast<double>(paths) * 1e6);
}

int replayAll(const std::vector<std::string>& logs) {
  support::DiskFiles files;
  for (const std::string& log : logs) {
    const auto text = files.read(log);
    if (!text) {
      fmt::print(stderr, "{}\n", text.error().str());
      return 1;
    }
    for (const bool incremental : {true, false}) {
      const auto replayed = replayLog(*text, log, [&](TermManager& terms) -> support::Result<std::unique_ptr<Solver>> {
        return makeZ3(terms, {}, {.incremental = incremental});
      });
      if (!replayed) {
        fmt::print(stderr, "{}\n", replayed.error().str());
        return 1;
      }
      double recorded = 0, seconds = 0;
      std::size_t wrong = 0, unknown = 0;
      for (const ReplayedQuery& query : *replayed) {
        recorded += query.recordedSeconds;
        seconds += query.seconds;
        wrong += query.agrees() ? 0 : 1;
        unknown += query.answer == "unknown" ? 1 : 0;
      }
      fmt::print("{}: {} queries, recorded {:.3f} s, {} {:.3f} s, {} unknown, {} disagree\n", log, replayed->size(),
                 recorded, incremental ? "incremental" : "fresh", seconds, unknown, wrong);
    }
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "--replay") return replayAll({words.begin() + 1, words.end()});
  growingPath("fresh", 1, [](TermManager& terms) { return makeZ3(terms, {}, {.incremental = false}); });
  growingPath("incremental", 5, [](TermManager& terms) { return makeZ3(terms, {}); });
  growingPath("whole chain", 5, [](TermManager& terms) { return std::move(*makeSolver(terms, {}, {})); });
  fewBits("few bits, 128 wide", false, 40);
  fewBits("few bits, as doubles", true, 8);
  independentBranches(15);
  return 0;
}
