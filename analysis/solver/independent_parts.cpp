#include "analysis/solver/assignments.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace beagle::solver {

namespace {

/// A part of a query: constraints that hang together by variables.
struct Part {
  std::vector<Term> path;
  std::vector<Term> goal;
};

/// Finds parts: a constraint joins all variables of its support.
class Partition {
public:
  explicit Partition(TermManager& terms) : terms_(terms) {}

  void add(Term constraint) {
    const auto support = terms_.support(constraint);
    for (const std::uint32_t variable : support) unite(nodeOf(support.front()), nodeOf(variable));
  }
  /// The same number for constraints of the same part; constraints without variables are a part of their own.
  [[nodiscard]] std::uint32_t partOf(Term constraint) {
    const auto support = terms_.support(constraint);
    return support.empty() ? ~std::uint32_t{0} : find(nodeOf(support.front()));
  }

private:
  std::uint32_t nodeOf(std::uint32_t variable) {
    const auto [at, isNew] = nodes_.emplace(variable, static_cast<std::uint32_t>(parents_.size()));
    if (isNew) parents_.push_back(at->second);
    return at->second;
  }
  std::uint32_t find(std::uint32_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
    return node;
  }
  void unite(std::uint32_t a, std::uint32_t b) { parents_[find(a)] = find(b); }

  TermManager& terms_;
  std::unordered_map<std::uint32_t, std::uint32_t> nodes_;
  std::vector<std::uint32_t> parents_;
};

class IndependentParts final : public Layer {
public:
  IndependentParts(TermManager& terms, std::unique_ptr<Solver> below)
      : Layer("independent parts", terms, std::move(below)) {}

private:
  Answer answer(const Query& query) override {
    std::vector<Part> parts = split(query);
    if (parts.size() <= 1) return ask(query);
    // A part that the goal touches decides; small ones first, as one that is unsatisfiable ends it.
    std::ranges::stable_sort(
        parts, {}, [](const Part& part) { return std::pair(part.goal.empty(), part.path.size() + part.goal.size()); });
    auto joined = std::make_shared<Assignment>();
    std::optional<Unknown> unknown;
    for (const Part& part : parts) {
      const bool decides = !part.goal.empty() || !query.goal;
      // With a part unknown, only an unsatisfiable one still matters.
      if (!decides && (unknown || !query.wantModel)) continue;
      Answer answer = askPart(query, part);
      if (auto* unsat = std::get_if<Unsat>(&answer)) return std::move(*unsat);
      if (auto* none = std::get_if<Unknown>(&answer)) {
        if (!unknown) unknown = std::move(*none);
        continue;
      }
      const auto& model = std::get<Sat>(answer).model;
      if (model) join(part, *model, *joined);
    }
    if (unknown) return std::move(*unknown);
    return Sat{std::move(joined)};
  }

  std::vector<Part> split(const Query& query) {
    Query onlyPath = query;
    onlyPath.goal = {};
    Query onlyGoal = query;
    onlyGoal.path = {};
    const std::vector<Term> path = constraintsOf(terms(), onlyPath);
    const std::vector<Term> goal = constraintsOf(terms(), onlyGoal);
    Partition partition(terms());
    for (const Term term : path) partition.add(term);
    for (const Term term : goal) partition.add(term);
    std::unordered_map<std::uint32_t, std::size_t> numbers;
    std::vector<Part> parts;
    const auto partOf = [&](Term term) -> Part& {
      const auto [at, isNew] = numbers.emplace(partition.partOf(term), parts.size());
      if (isNew) parts.emplace_back();
      return parts[at->second];
    };
    for (const Term term : path) partOf(term).path.push_back(term);
    for (const Term term : goal) partOf(term).goal.push_back(term);
    return parts;
  }

  Answer askPart(const Query& query, const Part& part) {
    Query question = query;
    question.path = part.path;
    question.goal = {};
    if (part.goal.size() == 1) question.goal = part.goal.front();
    else if (!part.goal.empty()) question.goal = terms().conjunction(part.goal);
    Answer answer = ask(question);
    auto* unsat = std::get_if<Unsat>(&answer);
    if (!unsat || part.goal.size() == 1) return answer;
    // The conjunction is ours: the caller knows its parts.
    const auto at = std::ranges::find(unsat->core, question.goal);
    if (at == unsat->core.end()) return answer;
    unsat->core.erase(at);
    unsat->core.insert(unsat->core.end(), part.goal.begin(), part.goal.end());
    return answer;
  }

  void join(const Part& part, const Assignment& model, Assignment& joined) {
    for (const auto& constraints : {part.path, part.goal})
      for (const Term term : constraints) copyValues(terms(), terms().support(term), model, joined);
  }
};

} // namespace

std::unique_ptr<Solver> makeIndependentParts(TermManager& terms, std::unique_ptr<Solver> below) {
  return std::make_unique<IndependentParts>(terms, std::move(below));
}

} // namespace beagle::solver
