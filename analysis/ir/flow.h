#pragma once

#include "analysis/ir/program.h"

#include <map>
#include <optional>
#include <vector>

namespace beagle::ir {

/// What a function's code says about its flow: where ways meet again, and which slots still count.
class Flow {
public:
  /// The function outlives it.
  explicit Flow(const Function& function);

  [[nodiscard]] BlockIndex blockOf(std::uint32_t instruction) const;
  /// The first block behind this one that every way from it to a return goes through (its immediate
  /// post-dominator); none when there is no such block.
  [[nodiscard]] BlockIndex join(BlockIndex block) const { return joins_[block]; }
  /// The slots whose values may still be read when `instruction` is the next one; ascending, without constants.
  [[nodiscard]] std::vector<SlotIndex> liveBefore(std::uint32_t instruction) const;
  /// The same when the call before `next` is under way: what it returns is not there yet.
  [[nodiscard]] std::vector<SlotIndex> liveDuringCall(std::uint32_t next) const;
  /// The type of all values that are ever put into the slot, addresses as integers; nothing when there are several,
  /// or when the code does not say.
  [[nodiscard]] std::optional<ScalarType> typeOf(SlotIndex slot) const;

private:
  using Set = std::vector<char>; ///< by slot

  /// What is known of a slot's type while types are looked for.
  struct Known {
    enum class State : std::uint8_t { Nothing, One, Several } state = State::Nothing;
    ScalarType type;
    bool join(const Known& other); ///< whether that changed anything
  };

  void findJoins();
  void findLive();
  void findTypes();
  void stepBack(const Instruction& instruction, Set& live) const;
  [[nodiscard]] Set liveAtEnd(BlockIndex block) const;
  [[nodiscard]] std::vector<SlotIndex> listed(const Set& live) const;
  [[nodiscard]] const Known& knownOf(SlotIndex slot) const;
  [[nodiscard]] Known written(const Instruction& instruction, std::uint32_t which) const;

  const Function& function_;
  std::vector<BlockIndex> joins_;
  std::vector<Set> live_; ///< at the beginning of each block
  std::vector<Known> types_;
  std::map<SlotIndex, Known> writtenHere_; ///< while types are looked for: in the block so far
};

} // namespace beagle::ir
