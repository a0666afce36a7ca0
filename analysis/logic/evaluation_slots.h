#pragma once

#include <cstdint>
#include <vector>

namespace beagle::logic {

/// The values of terms, by their ids; only those of the last epoch are any. The manager hands them from one evaluator
/// to the next, as making them anew costs as much as evaluating all terms.
struct EvaluationSlots {
  struct Slot {
    std::uint64_t value = 0;
    std::uint32_t epoch = 0;
  };
  std::vector<Slot> slots;
  std::uint32_t epoch = 0;

  /// Forgets all values.
  void begin() {
    if (++epoch != 0) return;
    slots.assign(slots.size(), {});
    epoch = 1;
  }
};

} // namespace beagle::logic
