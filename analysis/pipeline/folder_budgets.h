#pragma once

#include "analysis/support/budget.h"
#include "config/settings.h"

#include <algorithm>
#include <deque>
#include <string>

namespace beagle::pipeline {

/// Time that a folder's file gives to its functions, all together.
struct FolderBudget {
  std::string place; ///< where it is written
  support::Budget::Clock::duration left;
};

/// One for each place where a `budget` is written that is not the whole project's.
class FolderBudgets {
public:
  explicit FolderBudgets(const config::Settings& root) : root_(root.budget.origin) {}

  /// Null: nothing but the project's. Valid as long as this is.
  [[nodiscard]] FolderBudget* of(const config::Settings& settings) {
    if (settings.budget.origin == root_) return nullptr;
    const std::string place = settings.budget.origin.str();
    const auto known = std::ranges::find(budgets_, place, &FolderBudget::place);
    return known != budgets_.end() ? &*known : &budgets_.emplace_back(place, *settings.budget);
  }
  [[nodiscard]] std::deque<FolderBudget>& all() { return budgets_; }
  [[nodiscard]] support::Budget::Clock::duration left() const {
    support::Budget::Clock::duration sum{};
    for (const FolderBudget& budget : budgets_) sum += budget.left;
    return sum;
  }

private:
  support::SourcePosition root_;
  std::deque<FolderBudget> budgets_;
};

} // namespace beagle::pipeline
