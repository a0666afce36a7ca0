#include "analysis/solver/layer.h"

#include <algorithm>
#include <unordered_set>

namespace beagle::solver {

Layer::Layer(std::string name, TermManager& terms, std::unique_ptr<Solver> below)
    : terms_(terms), below_(std::move(below)) {
  statistics_.name = std::move(name);
}

void count(LayerStatistics& statistics, const Answer& answer) {
  if (std::holds_alternative<Sat>(answer)) ++statistics.sat;
  else if (std::holds_alternative<Unsat>(answer)) ++statistics.unsat;
  else ++statistics.unknown;
}

std::string_view answerName(const Answer& answer) {
  if (std::holds_alternative<Sat>(answer)) return "sat";
  return std::holds_alternative<Unsat>(answer) ? "unsat" : "unknown";
}

Answer Layer::check(const Query& query) {
  const std::uint64_t start = ticks();
  asked_ = false;
  ++statistics_.queries;
  Answer result = answer(query);
  if (!asked_) ++statistics_.answered;
  count(statistics_, result);
  own_ += ticks() - start;
  return result;
}

Answer Layer::ask(const Query& query) {
  asked_ = true;
  const std::uint64_t start = ticks();
  Answer result = below_->check(query);
  lower_ += ticks() - start;
  return result;
}

void Layer::statistics(std::vector<LayerStatistics>& out) const {
  LayerStatistics result = statistics_;
  const double elapsed = std::chrono::duration<double>(Clock::now() - made_).count();
  const auto elapsedTicks = static_cast<double>(std::max<std::uint64_t>(ticks() - firstTick_, 1));
  result.seconds = static_cast<double>(own_ - std::min(own_, lower_)) / elapsedTicks * elapsed;
  out.push_back(std::move(result));
  below_->statistics(out);
}

std::vector<Term> constraintsOf(const TermManager& terms, const Query& query) {
  std::vector<Term> result;
  std::unordered_set<Term> seen;
  std::vector<Term> stack;
  const auto add = [&](Term root) {
    if (!root) return;
    stack.push_back(root);
    while (!stack.empty()) {
      const Term term = stack.back();
      stack.pop_back();
      if (terms.isTrue(term) || !seen.insert(term).second) continue;
      if (terms.op(term) != logic::Op::And) {
        result.push_back(term);
        continue;
      }
      const auto operands = terms.operands(term);
      stack.insert(stack.end(), operands.rbegin(), operands.rend());
    }
  };
  for (const Term term : query.path) add(term);
  add(query.goal);
  return result;
}

} // namespace beagle::solver
