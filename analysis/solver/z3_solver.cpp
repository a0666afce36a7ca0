#include "analysis/solver/z3_solver.h"

#include "analysis/solver/assignments.h"
#include "analysis/solver/deep_stack.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/z3_engine.h"
#include "analysis/solver/z3_model.h"

#include <algorithm>
#include <chrono>
#include <expected>
#include <string>

namespace beagle::solver {

namespace {

using Clock = std::chrono::steady_clock;

/// What decides how a conjunction is solved.
struct Shape {
  bool bitsOnly = true;
  std::uint32_t depth = 0;
  /// Z3's general core walks terms on the machine's stack, a kilobyte or so for each level; what solves bits
  /// does not.
  [[nodiscard]] bool needsStack() const { return !bitsOnly && depth > 1000; }
};
constexpr std::uint32_t mostFloatWork = 40; ///< see Z3Translator::floatWork
constexpr std::uint32_t deepest = 500'000;
constexpr std::size_t stackPerLevel = 4096;

/// A context with its translations, and the ways to ask in it.
struct Z3Room {
  Z3Room(TermManager& terms, Z3Watcher& watcher, const Z3Options& options)
      : translator(context, terms, watcher.token(), options.mostChoices),
        bits(context, terms, translator, watcher, "QF_BV"), general(context, terms, translator, watcher, ""),
        fresh(context, translator, watcher) {}

  Z3Context context;
  Z3Translator translator;
  Z3Incremental bits;
  Z3Incremental general;
  Z3Fresh fresh;
};

class Z3Solver final : public Solver {
public:
  Z3Solver(TermManager& terms, support::CancelToken cancel, Z3Options options)
      : terms_(terms), watcher_(std::move(cancel)), options_(options), check_(terms) {
    incremental_.name = "Z3 incremental";
    fresh_.name = "Z3 fresh";
    canonical_.name = "Z3 canonical";
  }

  Answer check(const Query& query) override {
    if (watcher_.cancelled()) return Unknown{"cancelled"};
    const std::vector<Term> constraints = constraintsOf(terms_, query);
    for (const Term term : constraints)
      if (terms_.isFalse(term)) return Unsat{{term}};
    if (constraints.empty()) return Sat{std::make_shared<Assignment>()};
    return query.canonical ? checkCanonical(constraints, query.limits.resources)
                           : checkInRoom(constraints, query.limits.resources);
  }

  void statistics(std::vector<LayerStatistics>& out) const override {
    out.insert(out.end(), {incremental_, fresh_, canonical_});
  }
  std::uint64_t resources() const override { return incremental_.resources + fresh_.resources + canonical_.resources; }

private:
  Answer checkInRoom(const std::vector<Term>& constraints, std::uint64_t limit) {
    // Translations are kept for good; this bounds what "good" means.
    if (room_ && room_->translator.size() > 4'000'000) room_.reset();
    if (!room_) room_ = std::make_unique<Z3Room>(terms_, watcher_, options_);
    const auto shape = translate(*room_, constraints);
    if (!shape) return Unknown{shape.error()};
    const std::uint64_t first = std::min(options_.incrementalResources, limit / 2);
    if (options_.incremental && !shape->needsStack()) {
      Z3Incremental& engine = shape->bitsOnly ? room_->bits : room_->general;
      Answer answer = timed(incremental_, [&](LayerStatistics& statistics) {
        return finish(*room_, engine.check(constraints, first), constraints, statistics);
      });
      if (!std::holds_alternative<Unknown>(answer)) return answer;
      // Perhaps since it gave up.
      if (watcher_.cancelled()) return Unknown{"cancelled"};
      limit -= first;
    }
    return timed(fresh_, [&](LayerStatistics& statistics) {
      return solveFresh(*room_, *shape, constraints, limit, statistics);
    });
  }

  /// Z3's choices follow the numbers of its ASTs, which follow the order in which they were made. So: a
  /// context that has seen nothing, and an order that depends on nothing but structure.
  Answer checkCanonical(std::vector<Term> constraints, std::uint64_t limit) {
    std::ranges::sort(constraints, {}, [&](Term term) { return terms_.structuralHash(term); });
    return timed(canonical_, [&](LayerStatistics& statistics) -> Answer {
      Z3Room room(terms_, watcher_, options_);
      const auto shape = translate(room, constraints);
      if (!shape) return Unknown{shape.error()};
      return solveFresh(room, *shape, constraints, limit, statistics);
    });
  }

  Answer solveFresh(Z3Room& room, const Shape& shape, const std::vector<Term>& constraints, std::uint64_t limit,
                    LayerStatistics& statistics) {
    Answer answer = Unknown{"too deep for Z3"};
    const auto solve = [&] {
      answer = finish(room, room.fresh.check(constraints, shape.bitsOnly, limit), constraints, statistics);
      room.fresh.drop();
    };
    if (!shape.needsStack()) solve();
    else if (shape.depth <= deepest) (void)runOnStack((shape.depth + 2000) * stackPerLevel, solve);
    return answer;
  }

  /// Or why it is not to be asked.
  static std::expected<Shape, std::string> translate(Z3Room& room, const std::vector<Term>& constraints) {
    Shape shape;
    for (const Term term : constraints) {
      if (auto done = room.translator.translate(term); !done) return std::unexpected(std::move(done.error()));
      shape.bitsOnly = shape.bitsOnly && room.translator.bitsOnly(term);
      shape.depth = std::max(shape.depth, room.translator.depth(term));
    }
    if (room.translator.floatWork(constraints) > mostFloatWork) return std::unexpected("too much arithmetic of floats");
    return shape;
  }

  Answer finish(Z3Room& room, Z3Outcome outcome, const std::vector<Term>& constraints, LayerStatistics& statistics) {
    statistics.resources += outcome.resources;
    if (outcome.result == Z3_L_FALSE) return Unsat{std::move(outcome.core)};
    if (outcome.result == Z3_L_UNDEF) return Unknown{std::move(outcome.reason)};
    auto model = readModel(room.context, room.translator, terms_, outcome.model, constraints);
    if (!model) return Unknown{std::move(model.error())};
    if (!check_.satisfies(*model, constraints))
      return Unknown{room.translator.approximated() ? "fmod is approximated" : "the model does not satisfy the query"};
    return Sat{std::make_shared<const Assignment>(std::move(*model))};
  }

  template <class Ask> Answer timed(LayerStatistics& statistics, Ask&& ask) {
    const auto start = Clock::now();
    ++statistics.queries;
    Answer answer = ask(statistics);
    if (!std::holds_alternative<Unknown>(answer)) ++statistics.answered;
    count(statistics, answer);
    statistics.seconds += std::chrono::duration<double>(Clock::now() - start).count();
    return answer;
  }

  TermManager& terms_;
  Z3Watcher watcher_;
  Z3Options options_;
  ModelCheck check_;
  LayerStatistics incremental_;
  LayerStatistics fresh_;
  LayerStatistics canonical_;
  std::unique_ptr<Z3Room> room_; ///< after the watcher: it goes first
};

} // namespace

std::unique_ptr<Solver> makeZ3(TermManager& terms, support::CancelToken cancel, Z3Options options) {
  return std::make_unique<Z3Solver>(terms, std::move(cancel), options);
}

} // namespace beagle::solver
