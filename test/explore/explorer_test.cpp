#include "analysis/exec/harness.h"
#include "analysis/explore/explorer.h"
#include "analysis/solver/chain.h"
#include "test/compile_c.h"
#include "test/temporary_folder.h"

#include <algorithm>

namespace beagle::explore {
namespace {

/// A program of a few lines, ready to be explored.
class Laboratory {
public:
  explicit Laboratory(const std::string& source, ExplorerOptions options = {}) {
    const TemporaryFolder folder;
    program = *ir::Program::link(std::vector{compileC(folder.path(), "a.c", source)});
    types = ir::sourceTypes(*program);
    harness.emplace(*program, *types, leaves, exec::HarnessOptions{});
    machine.emplace(*program, terms, *harness, exec::MachineOptions{});
    solver = *solver::makeSolver(terms, {}, {});
    explorer.emplace(*machine, *solver, options);
    start.emplace(*harness->start(*machine, *program->find("f")));
  }

  /// Addresses of the paths that `explore` reports, sorted.
  std::vector<std::vector<std::uint32_t>> explore() {
    std::vector<std::vector<std::uint32_t>> paths;
    explorer->explore(*start, {}, [&](const State&, const auto& address) { paths.push_back(address); });
    std::ranges::sort(paths);
    return paths;
  }

  exec::ChangedCode changedIn(unsigned line) const {
    const ir::FunctionIndex entry = *program->find("f");
    ir::SourceLines lines;
    lines.add(std::string(program->file(program->functions()[entry].location.file)), line, line);
    return {*program, entry, lines};
  }

  std::shared_ptr<const ir::Program> program;
  std::unique_ptr<ir::SourceTypes> types;
  logic::TermManager terms;
  input::Leaves leaves{terms};
  std::optional<exec::Harness> harness;
  std::optional<exec::Machine> machine;
  std::unique_ptr<solver::Solver> solver;
  std::optional<Explorer> explorer;
  std::optional<State> start;
};

constexpr const char* threeWays = R"(
int f(int x, int y) {
  int r = 0;
  if (x > 10) r += 1;
  if (y == 3) r += 2;
  if (x > 5 && y == 4) return 9;
  return r;
})";

TEST(Explorer, FindsEachPathOnceInAnyOrder) {
  const auto reference = Laboratory(threeWays).explore();
  // Three ways for x > 10 and for 5 < x <= 10 (y is 3, 4 or neither), two for x <= 5, where nobody asks for 4.
  EXPECT_EQ(reference.size(), 8U);
  for (const Order order : {Order::BreadthFirst, Order::Random, Order::Coverage, Order::Greedy})
    EXPECT_EQ(Laboratory(threeWays, {.order = order, .seed = 3}).explore(), reference) << nameOf(order);
}

constexpr const char* oneWayToTheChange = R"(
static int step(int y) {
  if (y > 7)
    return 5; // the change
  return 1;
}
int f(int x, int y) {
  int r = 0;
  if (x == 1) { if (y > 1) r = 1; if (y > 2) r += 2; if (y > 3) r += 3; return r; }
  if (x == 2) { if (y > 1) r = 1; if (y > 2) r += 2; if (y > 3) r += 3; return r; }
  if (x == 3) r = step(y);
  return r;
})";

TEST(Explorer, GreedyGoesToTheChangeFirst) {
  for (const bool onlyChange : {false, true}) {
    Laboratory laboratory(oneWayToTheChange, {.order = Order::Greedy});
    const exec::ChangedCode changed = laboratory.changedIn(4);
    ASSERT_FALSE(changed.empty());
    laboratory.machine->watch(changed);
    laboratory.explorer->aimAt(changed, onlyChange);
    std::vector<bool> met;
    laboratory.explorer->explore(*laboratory.start, {},
                                 [&](const State& state, const auto&) { met.push_back(state.met != 0); });
    EXPECT_EQ(std::ranges::count(met, true), 1);
    EXPECT_EQ(met.size(), 11U) << "what has met the change is no reason to leave others out";
    EXPECT_LT(std::ranges::find(met, true) - met.begin(), 3);
    EXPECT_TRUE(laboratory.explorer->hasMetChange());
  }
}

TEST(Explorer, WhatIsNotOnTheWayToTheChangeMayBeLeftOut) {
  Laboratory laboratory(oneWayToTheChange, {.order = Order::Greedy});
  const exec::ChangedCode changed = laboratory.changedIn(4);
  ASSERT_FALSE(changed.empty());
  laboratory.machine->watch(changed);
  laboratory.explorer->aimAt(changed, true);
  // No way leads there.
  const logic::Term y = laboratory.leaves.find("y")->variable;
  laboratory.start->path.add(laboratory.terms.binary(logic::Op::SLess, y, laboratory.terms.constant(32, 0)));
  EXPECT_LE(laboratory.explore().size(), 2U);
  EXPECT_FALSE(laboratory.explorer->hasMetChange());
  EXPECT_EQ(laboratory.explorer->statistics().cut.count("not on the way to the change"), 1U);
}

TEST(Explorer, LinesOfOtherFilesAreNoChange) {
  Laboratory laboratory(oneWayToTheChange);
  ir::SourceLines lines;
  lines.add("b.c", 1, 10);
  EXPECT_TRUE(exec::ChangedCode(*laboratory.program, *laboratory.program->find("f"), lines).empty());
}

TEST(Explorer, PartsGiveTheSamePathsAsTheWhole) {
  const auto reference = Laboratory(threeWays).explore();
  Laboratory laboratory(threeWays, {.order = Order::BreadthFirst});
  std::vector<std::vector<std::uint32_t>> paths;
  const Explorer::OnPath onPath = [&](const State&, const auto& address) { paths.push_back(address); };
  const std::vector<Task> tasks = laboratory.explorer->split(*laboratory.start, 3, {}, onPath);
  EXPECT_GE(tasks.size(), 3U);
  for (const Task& task : tasks) {
    Explorer part(*laboratory.machine, *laboratory.solver, {});
    part.explore(*laboratory.start, task, {}, onPath);
  }
  std::ranges::sort(paths);
  EXPECT_EQ(paths, reference);
}

TEST(Explorer, SaysWhatABoundLeftOut) {
  Laboratory laboratory(threeWays, {.bounds = {.paths = 2}});
  EXPECT_EQ(laboratory.explore().size(), 2U);
  EXPECT_EQ(laboratory.explorer->statistics().cut.count("2 paths"), 1U);
}

TEST(Explorer, AnInputIsFollowedFromWhereItLeavesTheTree) {
  Laboratory laboratory(threeWays);
  const auto run = [&](std::uint64_t x, std::uint64_t y) {
    logic::Assignment input;
    input.set(laboratory.leaves.find("x")->variable, x);
    input.set(laboratory.leaves.find("y")->variable, y);
    std::vector<std::vector<std::uint32_t>> paths;
    EXPECT_TRUE(laboratory.explorer->follow(*laboratory.start, input, {},
                                            [&](const State&, const auto& address) { paths.push_back(address); }));
    return paths;
  };
  EXPECT_EQ(run(11, 3).size(), 1U);
  const std::uint64_t first = laboratory.explorer->statistics().instructions;
  EXPECT_EQ(run(12, 3).size(), 0U) << "the path is known already";
  EXPECT_EQ(run(11, 4).size(), 1U);
  EXPECT_EQ(laboratory.explorer->statistics().paths, 2U);
  EXPECT_LT(laboratory.explorer->statistics().instructions - first, first) << "it did not resume, but started again";
}

TEST(Explorer, EveryInputBelongsToOneLeafOfTheTree) {
  Laboratory laboratory(threeWays);
  const auto paths = laboratory.explore();
  for (std::uint64_t x = 0; x < 16; ++x)
    for (std::uint64_t y = 0; y < 6; ++y) {
      logic::Assignment input;
      input.set(laboratory.leaves.find("x")->variable, x);
      input.set(laboratory.leaves.find("y")->variable, y);
      logic::Evaluator evaluator(laboratory.terms, input);
      const Walk walk = walkDown(*laboratory.explorer->root(), evaluator);
      EXPECT_TRUE(walk.node->alternatives.empty() && walk.node->path) << x << ", " << y;
    }
}

TEST(Tree, ADeepOneGoesWithoutADeepStack) {
  Node root;
  Node* last = &root;
  std::uint64_t levels = 0;
  for (; levels != 400'000; ++levels) {
    last->alternatives.resize(1);
    last->alternatives.front().child = std::make_unique<Node>();
    last = last->alternatives.front().child.get();
  }
  std::uint64_t nodes = 0;
  forEachNode(root, [&](const Node&) { ++nodes; });
  EXPECT_EQ(nodes, levels + 1);
}

TEST(State, CopiesAreIndependent) {
  Laboratory laboratory("int g; int f(int x) { g = x; return g; }");
  State copy = *laboratory.start;
  const exec::Stop stop = laboratory.machine->run(copy, 1000, {});
  EXPECT_TRUE(std::holds_alternative<exec::Ended>(stop));
  EXPECT_TRUE(copy.ending.has_value());
  EXPECT_FALSE(laboratory.start->ending.has_value());
  EXPECT_EQ(laboratory.start->steps, 0U);
}

} // namespace
} // namespace beagle::explore
