#include "analysis/logic/known_bits.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"

#include <optional>

namespace beagle::solver {

namespace {

class Constants final : public Layer {
public:
  Constants(TermManager& terms, std::unique_ptr<Solver> below) : Layer("constants", terms, std::move(below)) {}

private:
  Answer answer(const Query& query) override {
    const std::optional<bool> value = query.goal ? valueOf(query.goal) : std::optional(true);
    if (!value) return ask(query);
    if (!*value) return Unsat{{query.goal}};
    // The path is satisfiable: only a model of it is left to ask for.
    if (!query.wantModel || query.path.empty()) return Sat{std::make_shared<Assignment>()};
    Query question = query;
    question.goal = {};
    return ask(question);
  }

  std::optional<bool> valueOf(Term goal) {
    const logic::KnownBits known = terms().knownBits(goal);
    if ((known.ones & 1) != 0 || known.unsignedMin == 1) return true;
    if ((known.zeros & 1) != 0 || known.unsignedMax == 0) return false;
    return byRange(goal);
  }

  std::optional<bool> byRange(Term goal) {
    const logic::Op op = terms().op(goal);
    if (op < logic::Op::ULess || op > logic::Op::SLessEqual) return std::nullopt;
    const logic::KnownBits a = terms().knownBits(terms().operand(goal, 0));
    const logic::KnownBits b = terms().knownBits(terms().operand(goal, 1));
    switch (op) {
    case logic::Op::ULess: return decided(a.unsignedMax < b.unsignedMin, a.unsignedMin >= b.unsignedMax);
    case logic::Op::ULessEqual: return decided(a.unsignedMax <= b.unsignedMin, a.unsignedMin > b.unsignedMax);
    case logic::Op::SLess: return decided(a.signedMax < b.signedMin, a.signedMin >= b.signedMax);
    default: return decided(a.signedMax <= b.signedMin, a.signedMin > b.signedMax);
    }
  }
  static std::optional<bool> decided(bool always, bool never) {
    if (always) return true;
    return never ? std::optional(false) : std::nullopt;
  }
};

} // namespace

std::unique_ptr<Solver> makeConstants(TermManager& terms, std::unique_ptr<Solver> below) {
  return std::make_unique<Constants>(terms, std::move(below));
}

} // namespace beagle::solver
