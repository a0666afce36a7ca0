#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/value_sets.h"

#include <algorithm>
#include <bit>

namespace beagle::solver {

namespace {

std::vector<Term> whole(const Query& query) {
  std::vector<Term> core(query.path.begin(), query.path.end());
  core.push_back(query.goal);
  return core;
}

class OneByte final : public Layer {
public:
  OneByte(TermManager& terms, std::unique_ptr<Solver> below, std::shared_ptr<ValueSets> sets)
      : Layer("one byte", terms, std::move(below)), sets_(std::move(sets)) {}

private:
  Answer answer(const Query& query) override {
    if (query.canonical || !query.goal) return ask(query);
    auto known = ofOneByte(query);
    return known ? std::move(*known) : ask(query);
  }

  /// All of the query is about one variable of at most 8 bits: its values are all there is to know.
  std::optional<Answer> ofOneByte(const Query& query) {
    const auto support = terms().support(query.goal);
    if (support.size() != 1 || !sets_->isNarrow(support.front(), 8)) return std::nullopt;
    const std::uint32_t variable = support.front();
    const ValueSets::Bytes* first = sets_->bytesOf(variable, query.goal);
    if (!first) return std::nullopt;
    ValueSets::Bytes left = *first;
    for (const Term constraint : query.path) {
      if (terms().support(constraint).data() != support.data()) return std::nullopt; // equal sets are one set
      const ValueSets::Bytes* other = sets_->bytesOf(variable, constraint);
      if (!other) return std::nullopt;
      for (std::size_t i = 0; i < left.size(); ++i) left[i] &= (*other)[i];
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == 0) continue;
      auto model = std::make_shared<Assignment>();
      model->set(terms().variableAt(variable), i * 64 + static_cast<std::uint64_t>(std::countr_zero(left[i])));
      return Sat{std::move(model)};
    }
    return Unsat{whole(query)};
  }

  std::shared_ptr<ValueSets> sets_;
};

class Domains final : public Layer {
public:
  Domains(TermManager& terms, std::unique_ptr<Solver> below, std::shared_ptr<ValueSets> sets)
      : Layer("domains", terms, std::move(below)), sets_(std::move(sets)), view_(terms, *sets_), ranges_(terms) {}

private:
  Answer answer(const Query& query) override {
    if (query.canonical || !query.goal) return ask(query);
    if (auto known = byRanges(query)) return std::move(*known);
    return ask(query);
  }

  std::optional<Answer> byRanges(const Query& query) {
    constraints_ = constraintsOf(terms(), query);
    if (!view_.read(constraints_)) return std::nullopt;
    if (view_.impossible()) return Unsat{whole(query)};
    if (view_.joint().empty()) return Sat{first()};
    ranges_.reset();
    for (const SmallView::Variable& variable : view_.variables()) ranges_.assume(variable.term, variable.known);
    // From the oldest to the newest: each says something about terms of the next.
    for (const Term constraint : view_.joint()) assumeComparison(terms(), ranges_, constraint);
    for (const Term constraint : view_.joint())
      if (ranges_.truth(constraint) == false || ranges_.contradiction()) return Unsat{whole(query)};
    return std::nullopt;
  }

  /// Variables that no constraint has in common may take any of their values.
  [[nodiscard]] std::shared_ptr<const Assignment> first() const {
    auto model = std::make_shared<Assignment>();
    for (const SmallView::Variable& variable : view_.variables()) model->set(variable.term, variable.known.unsignedMin);
    return model;
  }

  std::shared_ptr<ValueSets> sets_;
  SmallView view_;
  logic::RangeEvaluator ranges_;
  std::vector<Term> constraints_;
};

} // namespace

std::unique_ptr<Solver> makeOneByte(TermManager& terms, std::unique_ptr<Solver> below,
                                    std::shared_ptr<ValueSets> sets) {
  return std::make_unique<OneByte>(terms, std::move(below), std::move(sets));
}

std::unique_ptr<Solver> makeDomains(TermManager& terms, std::unique_ptr<Solver> below,
                                    std::shared_ptr<ValueSets> sets) {
  return std::make_unique<Domains>(terms, std::move(below), std::move(sets));
}

} // namespace beagle::solver
