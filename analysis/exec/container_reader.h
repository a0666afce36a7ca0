#pragma once

#include "analysis/exec/harness.h"

#include <optional>
#include <vector>

namespace beagle::exec {

/// What is in lists, maps and the like when a run has ended: as whoever uses them sees it, whatever nodes
/// there are.
class ContainerReader {
public:
  /// Where a node starts, and what has to hold for it to be there; true: nothing.
  struct Place {
    ObjectId object = 0;
    std::uint64_t offset = 0;
    Term exists;

    [[nodiscard]] Place at(std::uint64_t bytes) const { return {object, offset + bytes, exists}; }
    friend bool operator==(const Place& a, const Place& b) { return a.object == b.object && a.offset == b.offset; }
  };
  struct Elements {
    std::vector<Place> nodes; ///< in order
    Value size;               ///< of 64 bits
    bool isOpen = false;      ///< no run has looked: they are those of the input, and `nodes` lacks them
  };

  /// The machine is attached to the state; both outlive it.
  ContainerReader(Machine& machine, Harness& harness, const State& state)
      : machine_(machine), harness_(harness), state_(state) {}

  /// Nothing when what stands there is no container as it has to be.
  [[nodiscard]] std::optional<Elements> read(const input::Container& form, ObjectId object, std::uint64_t offset);

private:
  [[nodiscard]] std::optional<Place> pointerAt(const Place& place);
  [[nodiscard]] std::optional<Elements> readBlocks(const input::Container& form, const Place& begin);
  [[nodiscard]] Value valueAt(const Place& place, ir::ScalarType type);

  Machine& machine_;
  Harness& harness_;
  const State& state_;
  bool isOpen_ = false;
  bool isBroken_ = false;
};

} // namespace beagle::exec
