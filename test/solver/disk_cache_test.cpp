#include "analysis/solver/chain.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/z3_solver.h"
#include "analysis/support/digest.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"
#include "test/temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <set>

namespace beagle::solver {
namespace {

using logic::Op;
using logic::Sort;
using test::Asked;
using test::describe;
using test::RandomTerms;

class DiskCacheTest : public testing::Test {
protected:
  support::FakeFiles files;
  Asked asked;

  /// A run of its own: manager, variables made in another order, solver.
  struct Run {
    TermManager terms;
    std::unique_ptr<Solver> solver;
    std::vector<Term> path;
    Term goal;

    [[nodiscard]] Answer ask(bool canonical = false) {
      Query query{.name = "test", .path = path, .goal = goal};
      query.canonical = canonical;
      return solver->check(query);
    }
  };

  std::unique_ptr<Run> run(bool readOnly = false, bool otherOrder = false) {
    auto result = std::make_unique<Run>();
    TermManager& terms = result->terms;
    if (otherOrder) (void)terms.variable("z", Sort::bits(32));
    const Term x = terms.variable("x", Sort::bits(32));
    const Term array = terms.variable("a", Sort::array(8, 8));
    const Sort domain[] = {Sort::bits(32)};
    const auto f = terms.function("f", domain, Sort::bits(100));
    const Term application = terms.apply(f, std::vector<Term>{x});
    result->path = {terms.binary(Op::ULess, terms.constant(32, 7), x),
                    terms.equal(terms.select(array, terms.extract(x, 7, 0)), terms.constant(8, 3))};
    if (otherOrder) std::swap(result->path[0], result->path[1]);
    result->goal = terms.equal(terms.extract(application, 99, 90), terms.constant(10, 5));
    auto below =
        test::fake(asked, [run = result.get()](const Query& query) { return makeZ3(run->terms, {})->check(query); });
    result->solver = makeDiskCache(terms, files, std::move(below), {.folder = "/cache", .readOnly = readOnly});
    return result;
  }
};

TEST_F(DiskCacheTest, AnswersOfEarlierRuns) {
  ASSERT_EQ(describe(run()->ask()), "sat");
  EXPECT_EQ(asked.count(), 1U);
  EXPECT_EQ(files.content.size(), 1U);
  const auto later = run(false, true);
  const Answer answer = later->ask();
  ASSERT_EQ(describe(answer), "sat");
  EXPECT_EQ(asked.count(), 1U);
  EXPECT_TRUE(test::holds(later->terms, *std::get<Sat>(answer).model, {later->path[0], later->path[1], later->goal}));
  // A canonical model is another question.
  (void)later->ask(true);
  EXPECT_EQ(asked.count(), 2U);
}

TEST_F(DiskCacheTest, UnsatWithItsCore) {
  for (int i = 0; i != 2; ++i) {
    const auto now = run();
    now->goal = now->terms.equal(now->terms.variable("x", Sort::bits(32)), now->terms.constant(32, 3));
    const Answer answer = now->ask();
    ASSERT_EQ(describe(answer), "unsat");
    const auto& core = std::get<Unsat>(answer).core;
    EXPECT_EQ(std::set<std::uint32_t>({core[0].id(), core[1].id()}),
              std::set<std::uint32_t>({now->path[0].id(), now->goal.id()}));
  }
  EXPECT_EQ(asked.count(), 1U);
}

TEST_F(DiskCacheTest, ReadOnlyWritesNothing) {
  ASSERT_EQ(describe(run(true)->ask()), "sat");
  EXPECT_TRUE(files.content.empty());
  (void)run()->ask();
  ASSERT_EQ(files.content.size(), 1U);
  files.content.begin()->second[100] ^= 1;
  const std::string damaged = files.content.begin()->second;
  (void)run(true)->ask();
  EXPECT_EQ(files.content.begin()->second, damaged);
}

TEST_F(DiskCacheTest, DamageIsFoundAndReplaced) {
  (void)run()->ask();
  const std::string good = files.content.begin()->second;
  const auto damaged = [&](std::string text) {
    files.content.begin()->second = std::move(text);
    const std::size_t before = asked.count();
    EXPECT_EQ(describe(run()->ask()), "sat");
    EXPECT_EQ(asked.count(), before + 1);
    EXPECT_EQ(files.content.begin()->second, good) << "written anew";
  };
  damaged("");
  damaged(good.substr(0, good.size() / 2));
  damaged(good + "1");
  for (std::size_t at = 0; at < good.size(); at += 7) {
    std::string text = good;
    text[at] ^= 4;
    damaged(text);
  }
}

TEST_F(DiskCacheTest, AnotherFormulaUnderTheSameNameIsAMiss) {
  const auto first = run();
  (void)first->ask();
  const std::string path = files.content.begin()->first;
  const auto second = run();
  second->goal = second->terms.truth(true);
  (void)second->ask();
  ASSERT_EQ(files.content.size(), 2U);
  for (const auto& [name, text] : files.content)
    if (name != path) files.content[path] = text; // valid in itself
  const std::size_t before = asked.count();
  EXPECT_EQ(describe(run()->ask()), "sat");
  EXPECT_EQ(asked.count(), before + 1);
}

TEST_F(DiskCacheTest, AModelThatIsNoneIsNotBelieved) {
  (void)run()->ask();
  std::string& text = files.content.begin()->second;
  // A whole entry with a right checksum, but somebody else's values.
  const std::size_t rest = text.find('\n', text.find('\n') + 1) + 1;
  std::string body = text.substr(rest);
  body.replace(body.rfind("sat\n"), std::string::npos, "sat\n1 0\n0 0 0\n0\n");
  text = "beagle solver answer 1\n" + support::digestOf(body) + "\n" + body;
  EXPECT_EQ(describe(run()->ask()), "sat");
  EXPECT_EQ(asked.count(), 2U);
}

TEST_F(DiskCacheTest, UnknownIsNotKept) {
  const auto now = run();
  now->solver = makeDiskCache(now->terms, files, test::clueless(asked), {.folder = "/cache"});
  EXPECT_EQ(describe(now->ask()), "unknown: clueless");
  EXPECT_TRUE(files.content.empty());
}

/// Walks random paths with a chain that has a cache on the real disk; how many answers were wrong.
int walk(const std::string& folder, std::uint64_t seed, std::uint64_t maxBytes = 1 << 20) {
  TermManager terms;
  ChainOptions options;
  options.recentModels = options.remembered = options.equalities = false;
  options.cacheFolder = folder;
  options.cacheMaxBytes = maxBytes;
  const auto solver = makeSolver(terms, options, {});
  if (!solver) return -1;
  RandomTerms random(terms, seed, 3, 3);
  int wrong = 0;
  for (int i = 0; i != 60; ++i) {
    const Term goal = random.truth(2);
    const Answer answer = (*solver)->check(Query{.name = "test", .path = {}, .goal = goal});
    wrong += std::holds_alternative<Sat>(answer) == random.satisfiable({goal}) ? 0 : 1;
  }
  return wrong;
}

TEST(DiskCacheOnDisk, TwoProcessesOnOneFolder) {
  const TemporaryFolder folder;
  const auto start = [&](std::uint64_t seed) {
    const pid_t child = fork();
    if (child == 0) _exit(walk(folder.path(), seed) == 0 && walk(folder.path(), seed + 1) == 0 ? 0 : 1);
    return child;
  };
  const pid_t children[] = {start(1), start(1), start(2)};
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  EXPECT_EQ(walk(folder.path(), 1), 0);
}

TEST_F(DiskCacheTest, StaysBelowItsLimit) {
  TermManager terms;
  const Term x = terms.variable("x", Sort::bits(32));
  const auto solver =
      makeDiskCache(terms, files, test::fake(asked, [](const Query& query) -> Answer { return Unsat{{query.goal}}; }),
                    {.folder = "/cache", .maxBytes = 20'000});
  for (std::uint32_t i = 0; i != 1000; ++i) {
    const Term goal = terms.equal(x, terms.constant(32, i));
    (void)solver->check(Query{.name = "test", .path = {}, .goal = goal});
  }
  std::size_t total = 0;
  for (const auto& [name, text] : files.content) total += text.size();
  // It is looked at now and then only.
  EXPECT_LT(total, 20'000U + 256U * 400U);
}

} // namespace
} // namespace beagle::solver
