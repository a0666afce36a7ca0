#include "analysis/solver/query_log.h"
#include "analysis/solver/z3_solver.h"
#include "test/solver/fake_solver.h"
#include "test/solver/random_terms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace beagle::solver {
namespace {

using test::RandomTerms;

/// A stream buffer that leaves its text behind.
class Kept final : public std::ostream {
public:
  explicit Kept(std::string& text) : std::ostream(&buffer_), text_(text) {}
  ~Kept() override { text_ = buffer_.str(); }

private:
  std::stringbuf buffer_;
  std::string& text_;
};

SolverMaker z3() {
  return [](TermManager& terms) -> support::Result<std::unique_ptr<Solver>> { return makeZ3(terms, {}); };
}

TEST(QueryLog, ReplaysWithTheSameAnswers) {
  std::string text;
  {
    TermManager terms;
    const auto solver = makeQueryLog(terms, std::make_unique<Kept>(text), makeZ3(terms, {}));
    RandomTerms random(terms, 3);
    for (int i = 0; i != 30; ++i) {
      const Term path[] = {random.truth(2)};
      Query query{.name = "branch", .path = path, .goal = random.truth(2)};
      query.canonical = i % 3 == 0;
      (void)solver->check(query);
    }
  }
  const auto replayed = replayLog(text, "log", z3());
  ASSERT_TRUE(replayed) << replayed.error().str();
  ASSERT_EQ(replayed->size(), 30U);
  for (const ReplayedQuery& query : *replayed) {
    EXPECT_EQ(query.name, "branch");
    EXPECT_EQ(query.recorded, query.answer);
  }
  // And who answers otherwise is noticed.
  test::Asked asked;
  const auto liar = replayLog(text, "log", [&](TermManager&) -> support::Result<std::unique_ptr<Solver>> {
    return test::fake(asked, [](const Query&) -> Answer { return Unsat{}; });
  });
  ASSERT_TRUE(liar);
  EXPECT_TRUE(std::ranges::any_of(*liar, [](const ReplayedQuery& query) { return !query.agrees(); }));
}

TEST(QueryLog, DamagedLinesAreNamed) {
  const auto result = replayLog("\n{\"smt2\": 5}\n", "some.log", z3());
  ASSERT_FALSE(result);
  EXPECT_TRUE(result.error().str().starts_with("some.log:2")) << result.error().str();
  EXPECT_FALSE(replayLog("nonsense", "some.log", z3()));
  EXPECT_FALSE(replayLog("{\"smt2\": \"(assert\"}", "some.log", z3()));
}

} // namespace
} // namespace beagle::solver
