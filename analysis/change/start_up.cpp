#include "analysis/change/start_up.h"

#include "analysis/change/symbol_map.h"
#include "analysis/support/text.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <set>

namespace beagle::change {

namespace {

using ir::StartStep;

class StartComparison {
public:
  StartComparison(const Program& base, const Program& head, const Pairing& pairing)
      : base_(base), head_(head), names_(base, head, pairing) {}

  std::optional<ChangedItem> compare(const UnitPair& unit) {
    said_.clear();
    row_ = {};
    baseLine_ = headLine_ = 0;
    row_.kind = ir::Item::Kind::StartUp;
    static const std::vector<StartStep> nothing;
    const std::vector<StartStep>& before = unit.base ? base_.units[*unit.base].facts.start : nothing;
    const std::vector<StartStep>& after = unit.head ? head_.units[*unit.head].facts.start : nothing;
    if (before.empty() && after.empty()) return std::nullopt;
    unit_ = unit;
    // Steps of base under their names in head, as far as head has them.
    std::vector<Step> old;
    for (const StartStep& step : before)
      if (isOfProject(base_, *unit.base, step)) old.push_back({&step, names_.inHead(*unit.base, nameOf(step))});
    std::vector<Step> young;
    for (const StartStep& step : after)
      if (isOfProject(head_, *unit.head, step)) young.push_back({&step, nameOf(step)});
    comparePresence(old, young);
    compareSteps(old, young);
    compareOrder(old, young);
    if (said_.empty()) return std::nullopt;
    row_.change = before.empty()  ? ChangedItem::Change::Added
                  : after.empty() ? ChangedItem::Change::Removed
                                  : ChangedItem::Change::Changed;
    const auto place = [](const Program& program, std::size_t number, std::uint32_t line) {
      return Place{program.units[number].file, program.units[number].file, std::max(line, 1U), std::max(line, 1U)};
    };
    if (!before.empty()) row_.base = place(base_, *unit.base, baseLine_);
    if (!after.empty()) row_.head = place(head_, *unit.head, headLine_);
    constexpr std::size_t most = 6;
    const std::size_t left = said_.size() > most ? said_.size() - most : 0;
    said_.resize(std::min(said_.size(), most));
    row_.sentence = support::join(said_, ", ") + (left > 0 ? fmt::format(" and {} more", left) : "");
    return std::move(row_);
  }

private:
  struct Step {
    const StartStep* step;
    std::string name; ///< in head
  };

  /// What it is about: the variable, or the function that asked to be run.
  static const std::string& nameOf(const StartStep& step) {
    return step.variable.empty() ? step.function : step.variable;
  }

  static const Step* find(const std::vector<Step>& steps, const Step& wanted) {
    const auto it = std::ranges::find_if(steps, [&](const Step& step) {
      return step.name == wanted.name && step.step->isAtEnd == wanted.step->isAtEnd;
    });
    return it == steps.end() ? nullptr : &*it;
  }

  /// The libraries' own, such as the one of <iostream>, come and go with what is included.
  static bool isOfProject(const Program& program, std::size_t unit, const StartStep& step) {
    const ir::UnitFacts& facts = program.units[unit].facts;
    if (step.variable.empty()) {
      const auto it = std::ranges::find(facts.functions, step.function, &ir::FunctionFacts::symbol);
      return it == facts.functions.end() || it->source >= 0 || step.function.starts_with("__cxx_global_");
    }
    const auto it = std::ranges::find(facts.globals, step.variable, &ir::GlobalFacts::symbol);
    return it == facts.globals.end() || it->item >= 0;
  }

  [[nodiscard]] static std::string shown(const Step& step) {
    if (nameOf(*step.step).starts_with("__cxx_global_")) return "an initialiser";
    std::string name = withoutTags(llvm::demangle(nameOf(*step.step)));
    return fmt::format("`{}`", name.substr(0, name.find('(') == 0 ? name.size() : name.find('(')));
  }

  /// What happens to it: "initialised before `main`".
  static std::string_view done(const Step& step) {
    if (!step.step->variable.empty()) return "initialised at start-up";
    return step.step->isAtEnd ? "run at the end" : "run at start-up";
  }

  void say(std::string text, const Step& step) {
    said_.push_back(std::move(text));
    const bool isHead = isOfHead(step);
    (isHead ? row_.symbols : row_.baseSymbols).insert(step.step->function);
    std::uint32_t& line = isHead ? headLine_ : baseLine_;
    if (line == 0) line = lineOf(isHead ? head_ : base_, isHead ? *unit_.head : *unit_.base, *step.step);
  }

  static std::uint32_t lineOf(const Program& program, std::size_t unit, const StartStep& step) {
    const ir::UnitFacts& facts = program.units[unit].facts;
    for (const ir::GlobalFacts& global : facts.globals)
      if (global.item >= 0 && global.symbol == step.variable)
        return facts.items[static_cast<std::size_t>(global.item)].line;
    for (const ir::FunctionFacts& function : facts.functions)
      if (function.source >= 0 && function.symbol == step.function)
        return facts.sources[static_cast<std::size_t>(function.source)].line;
    return 0;
  }

  [[nodiscard]] bool isOfHead(const Step& step) const {
    const std::vector<StartStep>& steps = head_.units[unit_.head.value_or(0)].facts.start;
    return unit_.head && step.step >= steps.data() && step.step < steps.data() + steps.size();
  }

  void comparePresence(const std::vector<Step>& old, const std::vector<Step>& young) {
    for (const Step& step : old)
      if (!find(young, step)) say(fmt::format("{} is no longer {}", shown(step), done(step)), step);
    for (const Step& step : young)
      if (!find(old, step)) say(fmt::format("{} is {} now", shown(step), done(step)), step);
  }

  void compareSteps(const std::vector<Step>& old, const std::vector<Step>& young) {
    for (const Step& is : young) {
      const Step* was = find(old, is);
      if (!was) continue;
      if (was->step->priority != is.step->priority)
        say(fmt::format("priority of {} was {} and is {}", shown(is), was->step->priority, is.step->priority), is);
    }
  }

  /// Steps of one priority that both have: those outside of the longest part that kept its order have moved.
  void compareOrder(const std::vector<Step>& old, const std::vector<Step>& young) {
    std::map<std::tuple<bool, std::uint32_t>, std::vector<std::pair<std::size_t, const Step*>>> groups;
    for (const Step& is : young)
      if (const Step* was = find(old, is); was && was->step->priority == is.step->priority)
        groups[{is.step->isAtEnd, is.step->priority}].emplace_back(was - old.data(), &is);
    for (const auto& [key, steps] : groups) {
      const std::vector<bool> kept = longestInOrder(steps);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        if (kept[i]) continue;
        // It passed the first one that was on the other side of it.
        for (std::size_t j = 0; j < steps.size(); ++j) {
          const bool was = steps[i].first < steps[j].first, is = i < j;
          if (i == j || was == is || (!kept[j] && j > i)) continue;
          say(fmt::format("{} is {} {} {} now", shown(*steps[i].second),
                          steps[i].second->step->variable.empty() ? "run" : "initialised", is ? "before" : "after",
                          shown(*steps[j].second)),
              *steps[i].second);
          row_.symbols.insert(steps[j].second->step->function);
          break;
        }
      }
    }
  }

  /// Which positions belong to a longest increasing sequence.
  static std::vector<bool> longestInOrder(const std::vector<std::pair<std::size_t, const Step*>>& steps) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> ends, before(steps.size(), none); // by length: the position where the smallest ends
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto at = std::ranges::lower_bound(ends, steps[i].first, {}, [&](std::size_t k) { return steps[k].first; });
      if (at != ends.begin()) before[i] = *(at - 1);
      if (at == ends.end()) ends.push_back(i);
      else *at = i;
    }
    std::vector<bool> kept(steps.size(), false);
    for (std::size_t i = ends.empty() ? none : ends.back(); i != none; i = before[i]) kept[i] = true;
    return kept;
  }

  const Program& base_;
  const Program& head_;
  SymbolMap names_;
  UnitPair unit_;
  std::vector<std::string> said_;
  std::uint32_t baseLine_ = 0, headLine_ = 0; ///< where the first of what is said stands
  ChangedItem row_;
};

} // namespace

std::vector<ChangedItem> startUpChanges(const Program& base, const Program& head, const std::vector<UnitPair>& units,
                                        const Pairing& pairing) {
  StartComparison comparison(base, head, pairing);
  std::vector<ChangedItem> rows;
  for (const UnitPair& unit : units)
    if (auto row = comparison.compare(unit)) rows.push_back(std::move(*row));
  return rows;
}

} // namespace beagle::change
