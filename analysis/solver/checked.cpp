#include "analysis/solver/assignments.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"

namespace beagle::solver {

namespace {

class Checked final : public Layer {
public:
  Checked(TermManager& terms, std::unique_ptr<Solver> below)
      : Layer("checked", terms, std::move(below)), check_(terms) {}

private:
  Answer answer(const Query& query) override {
    Answer answer = ask(query);
    const auto* sat = std::get_if<Sat>(&answer);
    if (!sat || !query.wantModel) return answer;
    const Term goal[] = {query.goal ? query.goal : terms().truth(true)};
    if (sat->model && check_.satisfies(*sat->model, query.path) && check_.satisfies(*sat->model, goal)) return answer;
    return Unknown{"the model does not satisfy the query"};
  }

  ModelCheck check_;
};

} // namespace

std::unique_ptr<Solver> makeChecked(TermManager& terms, std::unique_ptr<Solver> below) {
  return std::make_unique<Checked>(terms, std::move(below));
}

} // namespace beagle::solver
