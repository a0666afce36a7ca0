// A search of its own, for what a general solver takes long for: many constraints over few bytes, arithmetic
// whose operands have few values, and queries that most inputs satisfy.

#include "analysis/solver/assignments.h"
#include "analysis/solver/layer.h"
#include "analysis/solver/layers.h"
#include "analysis/solver/value_sets.h"

#include <algorithm>
#include <deque>

namespace beagle::solver {

namespace {

using logic::LaneEvaluator;
using logic::Op;

/// Numbers that look random and are the same in every run.
class Mixer {
public:
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t x = state_;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }

private:
  std::uint64_t state_ = 0;
};

/// One conjunction that is searched for a model.
class Search {
public:
  Search(TermManager& terms, ValueSets& sets, logic::RangeEvaluator& ranges, const SmallView& view,
         std::uint64_t budget, support::CancelToken cancel)
      : terms_(terms), lanes_(sets.lanes()), ranges_(ranges), budget_(budget), cancel_(std::move(cancel)) {
    for (const SmallView::Variable& variable : view.variables()) {
      if (variable.set) sets.list(*variable.set);
      sides_.push_back({.variable = &variable, .set = variable.set, .end = variable.set ? variable.set->count : 0});
    }
    open_.assign(view.joint().begin(), view.joint().end());
    // The newest constraint is what a candidate most likely fails.
    std::ranges::reverse(open_);
    if (!view.allSmall()) collectConstants();
  }

  /// Candidates: random ones, ends of ranges, constants of the query.
  std::shared_ptr<const Assignment> sample(int rounds) {
    for (int round = 0; round < rounds && !over(); ++round) {
      lanes_.reset();
      for (const Side& side : sides_) {
        LaneEvaluator::Values& values = lanes_.assign(side.variable->term);
        for (std::size_t i = 0; i < LaneEvaluator::lanes; ++i) values[i] = candidate(side, i);
      }
      if (auto model = modelAmong(LaneEvaluator::lanes)) return model;
    }
    return nullptr;
  }

  /// What differs from `model` in one of the goal's variables only.
  std::shared_ptr<const Assignment> near(const Assignment& model, std::span<const std::uint32_t> goal) {
    for (const Side& changed : sides_) {
      if (over()) return nullptr;
      if (!std::ranges::binary_search(goal, changed.variable->number)) continue;
      lanes_.reset();
      for (const Side& side : sides_) {
        LaneEvaluator::Values& values = lanes_.assign(side.variable->term);
        if (&side != &changed) {
          values.fill(model.bits64(side.variable->term));
          continue;
        }
        const bool all = side.set && side.count() <= LaneEvaluator::lanes;
        for (std::size_t i = 0; i < LaneEvaluator::lanes; ++i)
          values[i] = all ? side.set->value(std::min(i, side.count() - 1)) : candidate(side, i);
      }
      if (auto found = modelAmong(LaneEvaluator::lanes)) return found;
    }
    return nullptr;
  }

  /// All variables are small, and to try all values takes no longer than to guess a few.
  [[nodiscard]] bool hasFewCandidates() const {
    if (std::ranges::any_of(sides_, [](const Side& side) { return !side.set; })) return false;
    return combinations() <= 2 * LaneEvaluator::lanes;
  }

  /// Goes through all values of all variables, in halves that ranges may rule out as a whole. Nothing when
  /// that takes too long; otherwise the model is null if there is none. Requires that all variables are
  /// small.
  std::optional<std::shared_ptr<const Assignment>> exhaust() {
    std::shared_ptr<const Assignment> model;
    if (!split(model)) return std::nullopt;
    return model;
  }

private:
  /// A variable with the values that are under consideration: [begin, end) of them.
  struct Side {
    const SmallView::Variable* variable;
    const ValueSet* set = nullptr; ///< of a small one
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t count() const { return end - begin; }
  };

  void collectConstants() {
    std::vector<Term> stack(open_.begin(), open_.end());
    std::vector<Term> seen;
    while (!stack.empty() && seen.size() < 400) {
      const Term term = stack.back();
      stack.pop_back();
      if (std::ranges::find(seen, term) != seen.end()) continue;
      seen.push_back(term);
      if (terms_.isConstant(term) && terms_.sort(term).isBits() && terms_.width(term) <= 64) {
        if (constants_.size() < 64) constants_.push_back(terms_.bits64(term));
        continue;
      }
      for (const Term operand : terms_.operands(term)) stack.push_back(operand);
    }
  }

  std::uint64_t candidate(const Side& side, std::size_t lane) {
    const std::uint64_t random = random_.next();
    if (side.set) return side.set->value(side.begin + ((random >> 32) * side.count() >> 32));
    const std::uint32_t width = terms_.width(side.variable->term);
    const logic::KnownBits& known = side.variable->known;
    std::uint64_t value = random_.next();
    switch (random % 8) {
    case 0: value = random >> 8 & 1 ? known.unsignedMin : known.unsignedMax; break;
    case 1: value = lane; break;
    case 2: value = ~static_cast<std::uint64_t>(lane) + 1; break;
    case 3: value >>= (random >> 8) % 64; break;
    case 4:
    case 5:
      if (!constants_.empty()) value = constants_[(random >> 16) % constants_.size()] + (random >> 8) % 3 - 1;
      break;
    default: break;
    }
    value &= logic::lowMask(width);
    if (value >= known.unsignedMin && value <= known.unsignedMax) return value;
    const std::uint64_t span = known.unsignedMax - known.unsignedMin + 1;
    return known.unsignedMin + (span == 0 ? value : value % span);
  }

  /// A model among the lanes that are set now.
  std::shared_ptr<const Assignment> modelAmong(std::size_t count) {
    std::array<std::uint8_t, LaneEvaluator::lanes> alive{};
    std::fill_n(alive.begin(), count, std::uint8_t{1});
    const std::uint64_t before = lanes_.nodesEvaluated();
    bool any = true;
    for (const Term constraint : open_) {
      const LaneEvaluator::Values& truth = lanes_.of(constraint);
      std::uint8_t left = 0;
      for (std::size_t i = 0; i < count; ++i) left |= alive[i] &= static_cast<std::uint8_t>(truth[i]);
      any = left != 0;
      if (!any) break;
    }
    spent_ += (lanes_.nodesEvaluated() - before) * (count + 32);
    if (!any) return nullptr;
    const auto lane = static_cast<std::size_t>(std::ranges::find(alive, 1) - alive.begin());
    auto model = std::make_shared<Assignment>();
    for (const Side& side : sides_) model->set(side.variable->term, lanes_.of(side.variable->term)[lane]);
    return model;
  }

  /// True when everything within the sides was looked at, or a model was found.
  bool split(std::shared_ptr<const Assignment>& model) {
    struct Cut {
      std::size_t side, begin, end;
    };
    // Depth first, over ranges that were set aside: each entry undoes itself when it is left.
    std::vector<std::pair<Cut, bool>> stack;
    bool down = true;
    while (true) {
      if (over()) return false;
      if (down) {
        if (!ruledOut()) {
          const std::uint64_t left = combinations();
          if (left > 2 * LaneEvaluator::lanes) {
            const auto widest = std::ranges::max_element(sides_, {}, &Side::count);
            Side& side = *widest;
            stack.push_back({{static_cast<std::size_t>(widest - sides_.begin()), side.begin, side.end}, false});
            side.end = side.begin + side.count() / 2;
            continue;
          }
          model = tryAll(left);
          if (model) return true;
        }
        down = false;
      }
      // The other half of the last cut whose other half was not looked at.
      while (!stack.empty() && stack.back().second) {
        const Cut& cut = stack.back().first;
        sides_[cut.side].begin = cut.begin;
        sides_[cut.side].end = cut.end;
        stack.pop_back();
      }
      if (stack.empty()) return true;
      auto& [cut, second] = stack.back();
      second = true;
      Side& side = sides_[cut.side];
      side.begin = cut.begin + (cut.end - cut.begin) / 2;
      side.end = cut.end;
      down = true;
    }
  }

  /// Of the values that are under consideration; past a million it is some number above.
  [[nodiscard]] std::uint64_t combinations() const {
    std::uint64_t product = 1;
    for (const Side& side : sides_) product = std::min<std::uint64_t>(product * side.count(), 1U << 20);
    return product;
  }

  bool ruledOut() {
    ranges_.reset();
    const std::uint64_t before = ranges_.nodesEvaluated();
    for (const Side& side : sides_) {
      logic::KnownBits known = side.variable->known;
      known.unsignedMin = std::max<std::uint64_t>(known.unsignedMin, side.set->value(side.begin));
      known.unsignedMax = std::min<std::uint64_t>(known.unsignedMax, side.set->value(side.end - 1));
      ranges_.assume(side.variable->term, logic::intersection(known, known, terms_.width(side.variable->term)));
    }
    bool never = false;
    for (const Term constraint : open_) {
      never = ranges_.truth(constraint) == false || ranges_.contradiction();
      if (never) break;
    }
    spent_ += (ranges_.nodesEvaluated() - before) * 64;
    return never;
  }

  std::shared_ptr<const Assignment> tryAll(std::uint64_t combinations) {
    for (std::uint64_t from = 0; from < combinations; from += LaneEvaluator::lanes) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(combinations - from, LaneEvaluator::lanes));
      lanes_.reset(count);
      std::uint64_t below = 1;
      for (const Side& side : sides_) {
        LaneEvaluator::Values& values = lanes_.assign(side.variable->term);
        // Counting is dearer by division than by carrying.
        std::uint64_t digit = from / below % side.count(), rest = from % below;
        for (std::size_t i = 0; i < count; ++i) {
          values[i] = side.set->value(side.begin + digit);
          if (++rest != below) continue;
          rest = 0;
          if (++digit == side.count()) digit = 0;
        }
        below *= side.count();
      }
      if (auto model = modelAmong(count)) return model;
    }
    return nullptr;
  }

  [[nodiscard]] bool over() const { return spent_ > budget_ || cancel_.cancelled(); }

  TermManager& terms_;
  LaneEvaluator& lanes_;
  logic::RangeEvaluator& ranges_;
  std::uint64_t budget_;
  std::uint64_t spent_ = 0;
  support::CancelToken cancel_;
  std::vector<Side> sides_;
  std::vector<Term> open_;
  std::vector<std::uint64_t> constants_;
  Mixer random_;
};

/// What takes long to be evaluated takes other solvers even longer.
constexpr std::uint64_t timesForSlow = 8;

class Searching final : public Layer {
public:
  Searching(TermManager& terms, std::unique_ptr<Solver> below, std::shared_ptr<ValueSets> sets, SearchOptions options)
      : Layer("search", terms, std::move(below)), options_(options), sets_(std::move(sets)), view_(terms, *sets_),
        ranges_(terms), check_(terms), budget_(options.budget) {}

private:
  Answer answer(const Query& query) override {
    if (query.canonical) return ask(query);
    const std::vector<Term> constraints = constraintsOf(terms(), query);
    if (constraints.empty() || !view_.read(constraints)) return askAndKeep(query);
    if (view_.impossible()) return Unsat{constraints};
    const bool slow = std::ranges::any_of(constraints, [&](Term term) { return sets_->lanes().slow(term); });
    const std::uint64_t budget = slow && view_.allSmall() ? timesForSlow * budget_ : budget_;
    Search search(terms(), *sets_, ranges_, view_, budget, options_.cancel);
    std::shared_ptr<const Assignment> model = search.hasFewCandidates() ? nullptr : guess(search, query);
    if (!model && view_.allSmall()) {
      if (const auto all = search.exhaust()) {
        budget_ = std::min(2 * budget_, options_.budget);
        if (!*all) return Unsat{constraints};
        model = *all;
      } else {
        budget_ = std::max(budget_ / 2, options_.budget / 256);
      }
    }
    if (!model || !check_.satisfies(*model, constraints)) return askAndKeep(query);
    keep(model);
    return Sat{std::move(model)};
  }

  std::shared_ptr<const Assignment> guess(Search& search, const Query& query) {
    if (auto model = search.sample(2)) return model;
    const auto at = std::ranges::find_if(models_, [&](const auto& one) { return check_.satisfies(*one, query.path); });
    return at == models_.end() || !query.goal ? nullptr : search.near(**at, terms().support(query.goal));
  }

  Answer askAndKeep(const Query& query) {
    Answer answer = ask(query);
    if (const auto* sat = std::get_if<Sat>(&answer); sat && sat->model) keep(sat->model);
    return answer;
  }
  void keep(std::shared_ptr<const Assignment> model) {
    models_.push_front(std::move(model));
    if (models_.size() > options_.models) models_.pop_back();
  }

  SearchOptions options_;
  std::shared_ptr<ValueSets> sets_;
  SmallView view_;
  logic::RangeEvaluator ranges_;
  ModelCheck check_;
  std::deque<std::shared_ptr<const Assignment>> models_; ///< the latest first
  std::uint64_t budget_; ///< halved by each search that came to no end, doubled by each that did
};

} // namespace

std::unique_ptr<Solver> makeSearch(TermManager& terms, std::unique_ptr<Solver> below, std::shared_ptr<ValueSets> sets,
                                   SearchOptions options) {
  return std::make_unique<Searching>(terms, std::move(below), std::move(sets), options);
}

} // namespace beagle::solver
