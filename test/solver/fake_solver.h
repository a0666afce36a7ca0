#pragma once

#include "analysis/solver/solver.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace beagle::solver::test {

/// What a fake was asked. Lives longer than the chain above it.
struct Asked {
  struct Question {
    std::vector<Term> path;
    Term goal;
    bool canonical = false;
  };
  std::vector<Question> questions;
  [[nodiscard]] std::size_t count() const { return questions.size(); }
};

/// The end of a chain in tests: remembers what it is asked, and answers as it is told.
class FakeSolver final : public Solver {
public:
  FakeSolver(Asked& asked, std::function<Answer(const Query&)> answer) : asked_(asked), answer_(std::move(answer)) {}

  Answer check(const Query& query) override {
    asked_.questions.push_back({{query.path.begin(), query.path.end()}, query.goal, query.canonical});
    return answer_(query);
  }
  void statistics(std::vector<LayerStatistics>& out) const override {
    LayerStatistics own;
    own.name = "fake";
    own.queries = asked_.count();
    out.push_back(own);
  }

private:
  Asked& asked_;
  std::function<Answer(const Query&)> answer_;
};

[[nodiscard]] inline std::unique_ptr<Solver> fake(Asked& asked, std::function<Answer(const Query&)> answer) {
  return std::make_unique<FakeSolver>(asked, std::move(answer));
}
[[nodiscard]] inline std::unique_ptr<Solver> clueless(Asked& asked) {
  return fake(asked, [](const Query&) -> Answer { return Unknown{"clueless"}; });
}

[[nodiscard]] inline std::string describe(const Answer& answer) {
  if (std::holds_alternative<Sat>(answer)) return "sat";
  if (std::holds_alternative<Unsat>(answer)) return "unsat";
  return "unknown: " + std::get<Unknown>(answer).reason;
}

} // namespace beagle::solver::test
