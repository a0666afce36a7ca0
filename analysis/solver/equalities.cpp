#include "analysis/logic/substitute.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"

#include <algorithm>
#include <unordered_map>

namespace beagle::solver {

namespace {

using logic::Op;

/// What a path says about single terms: t = 5, x = y for variables, t holds, t does not hold.
class Facts {
public:
  Facts(TermManager& terms, std::span<const Term> path)
      : terms_(terms), path_(path.begin(), path.end()), known_(terms) {
    Query query{.name = {}, .path = path, .goal = {}};
    for (const Term constraint : constraintsOf(terms, query)) learn(constraint);
    for (const auto& [variable, parent] : parents_) {
      const Term root = find(variable);
      const auto value = values_.find(root);
      const Term to = value != values_.end() ? value->second : root;
      if (to != variable) known_.replace(variable, to);
    }
  }
  [[nodiscard]] bool areOf(std::span<const Term> path) const { return std::ranges::equal(path, path_); }
  [[nodiscard]] Term applied(Term goal) { return known_.apply(goal); }
  [[nodiscard]] const std::vector<Term>& constraints() const { return constraints_; }

private:
  void learn(Term constraint) {
    constraints_.push_back(constraint);
    if (terms_.op(constraint) == Op::Not) {
      set(terms_.operand(constraint, 0), terms_.truth(false));
      return;
    }
    if (terms_.op(constraint) == Op::Equal) {
      Term a = terms_.operand(constraint, 0);
      Term b = terms_.operand(constraint, 1);
      if (terms_.isConstant(a)) std::swap(a, b);
      if (terms_.isConstant(b)) {
        set(a, b);
        return;
      }
      if (terms_.op(a) == Op::Variable && terms_.op(b) == Op::Variable) {
        unite(a, b);
        return;
      }
    }
    set(constraint, terms_.truth(true));
    // The negation of a comparison is another comparison.
    set(terms_.logicalNot(constraint), terms_.truth(false));
  }

  void set(Term term, Term value) {
    if (terms_.op(term) == Op::Variable) values_[find(term)] = value;
    else known_.replace(term, value);
  }
  Term find(Term variable) {
    Term root = variable;
    for (auto at = parents_.try_emplace(root, root).first; at->second != root; at = parents_.find(root))
      root = at->second;
    parents_[variable] = root;
    return root;
  }
  void unite(Term a, Term b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    const auto value = values_.find(a);
    if (value != values_.end()) values_.try_emplace(b, value->second);
    parents_[a] = b;
  }

  TermManager& terms_;
  std::vector<Term> path_;
  std::vector<Term> constraints_;
  logic::Substitution known_;
  std::unordered_map<Term, Term> parents_; ///< of variables that are equal to others
  std::unordered_map<Term, Term> values_;  ///< of roots
};

class Equalities final : public Layer {
public:
  Equalities(TermManager& terms, std::unique_ptr<Solver> below) : Layer("equalities", terms, std::move(below)) {}

private:
  Answer answer(const Query& query) override {
    // What stands for what depends on the path's order.
    if (query.canonical || !query.goal || query.path.empty()) return ask(query);
    if (!facts_ || !facts_->areOf(query.path)) facts_ = std::make_unique<Facts>(terms(), query.path);
    const Term goal = facts_->applied(query.goal);
    if (goal == query.goal) return ask(query);
    if (terms().isFalse(goal)) return Unsat{core(query.goal)};
    Query question = query;
    question.goal = goal;
    if (terms().isTrue(goal)) {
      if (!query.wantModel) return Sat{std::make_shared<Assignment>()};
      question.goal = {};
    }
    Answer answer = ask(question);
    if (auto* unsat = std::get_if<Unsat>(&answer)) unsat->core = core(query.goal);
    return answer;
  }

  /// In the caller's words: the goal, and all that may have changed it.
  [[nodiscard]] std::vector<Term> core(Term goal) const {
    std::vector<Term> result = facts_->constraints();
    result.push_back(goal);
    return result;
  }

  std::unique_ptr<Facts> facts_; ///< of the last path
};

} // namespace

std::unique_ptr<Solver> makeEqualities(TermManager& terms, std::unique_ptr<Solver> below) {
  return std::make_unique<Equalities>(terms, std::move(below));
}

} // namespace beagle::solver
