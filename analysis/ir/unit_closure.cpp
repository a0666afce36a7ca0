#include "analysis/ir/unit_closure.h"

#include <algorithm>
#include <utility>

namespace beagle::ir {

namespace {

using support::Result;

class Closing {
public:
  Closing(SymbolIndex& index, const std::function<bool(const std::string&)>& isProvided, std::size_t most)
      : index_(index), isProvided_(isProvided), most_(most) {}

  /// The nearest units first: what is run before `main` comes behind what the functions themselves reach.
  Result<UnitClosure> from(const std::set<FunctionPlace>& functions) {
    open_.assign(functions.begin(), functions.end());
    do {
      while (!open_.empty())
        if (auto done = closer(); !done) return std::unexpected(std::move(done.error()));
      askForStarts();
      if (auto done = find(); !done) return std::unexpected(std::move(done.error()));
    } while (!open_.empty());
    return std::move(closure_);
  }

private:
  Result<void> closer() {
    std::set<std::size_t> units;
    for (const FunctionPlace& place : open_) units.insert(place.unit);
    if (auto done = index_.load({units.begin(), units.end()}); !done) return done;
    closure_.units.merge(units);
    while (!open_.empty()) {
      const FunctionPlace place = std::move(open_.back());
      open_.pop_back();
      if (!seen_.insert(place).second) continue;
      for (const std::string& used : index_.usesOf(place.unit, place.symbol)) {
        if (index_.defines(place.unit, used)) open_.push_back({place.unit, used});
        else ask({place.unit, used});
      }
    }
    return find();
  }

  /// What runs before `main` hands on much that it does not call, tests for one: functions of its unit alone and
  /// variables lead no further.
  void askForStarts() {
    for (const std::size_t unit : closure_.units) {
      if (!started_.insert(unit).second) continue;
      std::vector<std::string> open = index_.startOf(unit);
      std::set<std::string> seen(open.begin(), open.end());
      while (!open.empty()) {
        const std::string symbol = std::move(open.back());
        open.pop_back();
        for (const std::string& used : index_.usesOf(unit, symbol)) {
          if (!index_.defines(unit, used)) ask({unit, used});
          else if (index_.isSharedFunction(unit, used) && seen.insert(used).second) open.push_back(used);
        }
      }
    }
  }

  void ask(const SymbolIndex::Use& use) {
    if (!isProvided_(use.second) && !missing_.contains(use.second) && asked_.insert(use).second) elsewhere_.insert(use);
  }

  /// The units that define what was asked for.
  Result<void> find() {
    const std::set<SymbolIndex::Use> elsewhere = std::exchange(elsewhere_, {});
    const std::size_t left = most_ - std::min(most_, closure_.units.size());
    auto found = index_.nearDefinitionsOf(elsewhere, left);
    if (!found) return std::unexpected(std::move(found.error()));
    for (const SymbolIndex::Use& use : elsewhere)
      if (!found->contains(use)) missing_.insert(use.second);
    for (const auto& [use, definition] : *found) {
      if (!closure_.units.contains(definition.unit) && closure_.units.size() >= most_) closure_.isWhole = false;
      else closure_.units.insert(definition.unit), open_.push_back({definition.unit, use.second});
    }
    if (left == 0 && !elsewhere.empty()) closure_.isWhole = false;
    return {};
  }

  SymbolIndex& index_;
  const std::function<bool(const std::string&)>& isProvided_;
  std::size_t most_;
  UnitClosure closure_;
  std::vector<FunctionPlace> open_;
  std::set<FunctionPlace> seen_;
  std::set<std::size_t> started_;
  std::set<std::string> missing_;                ///< that nobody seems to define, whoever asks
  std::set<SymbolIndex::Use> asked_, elsewhere_; ///< symbols of other units: all, and those to be found
};

} // namespace

Result<UnitClosure> unitsReachedFrom(SymbolIndex& index, const std::set<FunctionPlace>& functions,
                                     const std::function<bool(const std::string&)>& isProvided, std::size_t most) {
  return Closing(index, isProvided, most).from(functions);
}

} // namespace beagle::ir
