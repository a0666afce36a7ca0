#include "analysis/ir/operands.h"
#include "analysis/ir/tidy.h"

#include <algorithm>

namespace beagle::ir {

namespace {

void dropInstructions(Function& function, const std::vector<char>& isDead) {
  std::uint32_t next = 0;
  for (Block& block : function.blocks) {
    const std::uint32_t first = block.first, end = block.first + block.count;
    block.first = next;
    for (std::uint32_t at = first; at < end; ++at)
      if (!isDead[at]) function.code[next++] = function.code[at];
    block.count = next - block.first;
  }
  function.code.resize(next);
}

/// Values that are written and read in one block only take turns in the same slots. Those that live across a call keep
/// slots of their own: whoever looks at the caller meanwhile knows by the slot of what type they are.
class SlotSharing {
public:
  explicit SlotSharing(Function& function)
      : function_(function), home_(function.slots, none), first_(function.slots), last_(function.slots) {}

  void run() {
    findHomes();
    keepAcrossCalls();
    for (BlockIndex block = 0; block < function_.blocks.size(); ++block) share(block);
  }

private:
  static constexpr BlockIndex nowhere = none - 1;

  /// The only block that a slot is used in, when it is written there once, before it is read.
  void findHomes() {
    for (SlotIndex slot = 0; slot < function_.constants.size(); ++slot) home_[slot] = nowhere;
    for (const Parameter& parameter : function_.parameters) home_[parameter.slot] = nowhere;
    std::vector<char> isWritten(function_.slots);
    for (BlockIndex block = 0; block < function_.blocks.size(); ++block)
      for (std::uint32_t at = function_.blocks[block].first, end = at + function_.blocks[block].count; at < end; ++at) {
        const Instruction& instruction = function_.code[at];
        forEachRead(
            function_, instruction,
            [&](SlotIndex slot) {
              if (home_[slot] != block) home_[slot] = nowhere;
              last_[slot] = at;
            },
            [&](SlotIndex first, std::uint32_t count) {
              for (SlotIndex slot = first; slot < first + count; ++slot) home_[slot] = nowhere;
            });
        forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t count, bool) {
          for (SlotIndex slot = first; slot < first + count; ++slot) {
            const bool isFirst =
                !isWritten[slot] && home_[slot] == none && count == 1 && !endsBlock(function_, instruction);
            home_[slot] = isFirst ? block : nowhere;
            isWritten[slot] = 1;
            first_[slot] = last_[slot] = at;
          }
        });
      }
  }

  void keepAcrossCalls() {
    std::vector<std::uint32_t> calls{0}; // before each instruction
    for (const Instruction& instruction : function_.code)
      calls.push_back(calls.back() + (instruction.op == Opcode::Call ? 1U : 0U));
    for (SlotIndex slot = 0; slot < function_.slots; ++slot)
      if (home_[slot] < nowhere && calls[first_[slot] + 1] < calls[last_[slot]]) home_[slot] = nowhere;
  }

  void share(BlockIndex block) {
    std::vector<SlotIndex> free = pool_;
    std::ranges::reverse(free);
    for (std::uint32_t at = function_.blocks[block].first, end = at + function_.blocks[block].count; at < end; ++at) {
      Instruction& instruction = function_.code[at];
      std::vector<SlotIndex> ended;
      forEachRead(
          function_, instruction,
          [&](SlotIndex& slot) {
            if (home_[slot] != block) return;
            const SlotIndex value = slot;
            slot = placeOf_[value];
            if (last_[value] == at && std::ranges::find(ended, slot) == ended.end()) ended.push_back(slot);
          },
          [](SlotIndex, std::uint32_t) {});
      forEachWrite(function_, instruction, [&](SlotIndex& first, std::uint32_t, bool) {
        if (home_[first] != block) return;
        const SlotIndex value = first;
        if (free.empty()) { // this value's own slot becomes one that others may use after it
          pool_.push_back(value);
          first = value;
        } else {
          first = free.back();
          free.pop_back();
        }
        placeOf_[value] = first;
        if (last_[value] == at) ended.push_back(first); // never read
      });
      free.insert(free.end(), ended.rbegin(), ended.rend());
    }
  }

  Function& function_;
  std::vector<BlockIndex> home_;
  std::vector<std::uint32_t> first_, last_; ///< the instructions that write it and use it last
  std::vector<SlotIndex> pool_;
  std::vector<SlotIndex> placeOf_ = std::vector<SlotIndex>(function_.slots);
};

/// Numbers without gaps: constants, parameters and then the others, ranges kept together.
void numberSlots(Function& function) {
  std::vector<char> isUsed(function.slots);
  auto use = [&](SlotIndex first, std::uint32_t count) { std::fill_n(isUsed.begin() + first, count, char{1}); };
  for (const Parameter& parameter : function.parameters) use(parameter.slot, 1);
  for (const Instruction& instruction : function.code) {
    forEachRead(function, instruction, [&](SlotIndex slot) { use(slot, 1); }, use);
    forEachWrite(function, instruction, [&](SlotIndex first, std::uint32_t count, bool) { use(first, count); });
  }
  std::vector<SlotIndex> number(function.slots);
  SlotIndex next = 0;
  std::vector<Constant> constants;
  for (SlotIndex slot = 0; slot < function.slots; ++slot) {
    number[slot] = next;
    if (!isUsed[slot]) continue;
    if (slot < function.constants.size()) constants.push_back(std::move(function.constants[slot]));
    ++next;
  }
  for (Instruction& instruction : function.code) {
    bool moved = false;
    auto renumber = [&](SlotIndex& slot) { slot = number[slot]; };
    forEachRead(function, instruction, renumber, [&](SlotIndex& first, std::uint32_t) {
      renumber(first);
      moved = instruction.op == Opcode::PutSlot;
    });
    if (!moved) forEachWrite(function, instruction, [&](SlotIndex& first, std::uint32_t, bool) { renumber(first); });
  }
  for (Parameter& parameter : function.parameters) parameter.slot = number[parameter.slot];
  function.constants = std::move(constants);
  function.slots = next;
}

} // namespace

void compact(Function& function, const std::vector<char>& isDead) {
  dropInstructions(function, isDead);
  SlotSharing(function).run();
  numberSlots(function);
}

} // namespace beagle::ir
