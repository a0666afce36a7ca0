#include "analysis/solver/assignments.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"

#include <algorithm>
#include <deque>

namespace beagle::solver {

namespace {

class RecentModels final : public Layer {
public:
  RecentModels(TermManager& terms, std::unique_ptr<Solver> below, RecentModelsOptions options)
      : Layer("recent models", terms, std::move(below)), options_(options), check_(terms) {}

private:
  Answer answer(const Query& query) override {
    // What was asked before must not show in a canonical model.
    if (query.canonical) return ask(query);
    std::vector<Term> constraints = constraintsOf(terms(), query);
    // The goal is what a model most likely fails, so it comes first.
    std::ranges::reverse(constraints);
    for (auto at = models_.begin(); at != models_.end(); ++at) {
      if (!check_.satisfies(**at, constraints)) continue;
      auto model = std::move(*at);
      models_.erase(at);
      models_.push_front(model);
      return Sat{std::move(model)};
    }
    Query question = query;
    question.wantModel = true;
    Answer answer = ask(question);
    if (const auto* sat = std::get_if<Sat>(&answer); sat && sat->model) {
      models_.push_front(sat->model);
      if (models_.size() > options_.models) models_.pop_back();
    }
    return answer;
  }

  RecentModelsOptions options_;
  ModelCheck check_;
  std::deque<std::shared_ptr<const Assignment>> models_; ///< the latest first
};

} // namespace

std::unique_ptr<Solver> makeRecentModels(TermManager& terms, std::unique_ptr<Solver> below,
                                         RecentModelsOptions options) {
  return std::make_unique<RecentModels>(terms, std::move(below), options);
}

} // namespace beagle::solver
