#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/value_sets.h"

namespace beagle::solver {

namespace {

class InIntervals final : public Layer {
public:
  InIntervals(TermManager& terms, std::unique_ptr<Solver> below, std::shared_ptr<ValueSets> sets)
      : Layer("intervals", terms, std::move(below)), sets_(std::move(sets)) {}

private:
  Answer answer(const Query& query) override {
    if (query.canonical || !query.goal) return ask(query);
    auto known = ofOneVariable(query);
    return known ? std::move(*known) : ask(query);
  }

  std::optional<Answer> ofOneVariable(const Query& query) {
    const auto support = terms().support(query.goal);
    if (support.size() != 1) return std::nullopt;
    const Term variable = terms().variableAt(support.front());
    if (!variable || !terms().sort(variable).isBits() || terms().width(variable) > 64) return std::nullopt;
    const Intervals* goal = sets_->intervals().of(variable, query.goal);
    if (!goal) return std::nullopt;
    Intervals left = *goal;
    for (const Term constraint : query.path) {
      if (terms().support(constraint).data() != support.data()) return std::nullopt; // equal sets are one set
      const Intervals* other = sets_->intervals().of(variable, constraint);
      if (!other) return std::nullopt;
      left = intersection(left, *other);
    }
    if (left.empty()) {
      std::vector<Term> core(query.path.begin(), query.path.end());
      core.push_back(query.goal);
      return Unsat{std::move(core)};
    }
    auto model = std::make_shared<Assignment>();
    model->set(variable, nearestToZero(left, terms().width(variable)));
    return Sat{std::move(model)};
  }

  std::shared_ptr<ValueSets> sets_;
};

} // namespace

std::unique_ptr<Solver> makeIntervals(TermManager& terms, std::unique_ptr<Solver> below,
                                      std::shared_ptr<ValueSets> sets) {
  return std::make_unique<InIntervals>(terms, std::move(below), std::move(sets));
}

} // namespace beagle::solver
