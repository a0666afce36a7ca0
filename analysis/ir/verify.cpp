#include "analysis/ir/operands.h"

#include <algorithm>

namespace beagle::ir {

namespace {

/// A set of slots.
class SlotSet {
public:
  explicit SlotSet(std::size_t size, bool isFull = false) : words_((size + 63) / 64, isFull ? ~std::uint64_t{0} : 0) {}
  void add(SlotIndex slot) { words_[slot / 64] |= std::uint64_t{1} << (slot % 64); }
  void fill() { std::ranges::fill(words_, ~std::uint64_t{0}); }
  [[nodiscard]] bool has(SlotIndex slot) const { return (words_[slot / 64] >> (slot % 64) & 1U) != 0; }
  /// Keeps what is in both; whether that changed anything.
  bool keepCommon(const SlotSet& other) {
    bool changed = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      changed |= (words_[i] & ~other.words_[i]) != 0;
      words_[i] &= other.words_[i];
    }
    return changed;
  }

private:
  std::vector<std::uint64_t> words_;
};

class Verifier {
public:
  explicit Verifier(const Function& function) : function_(function) {}

  std::vector<std::string> run() {
    checkShape();
    if (problems_.empty()) checkDefinitions();
    return std::move(problems_);
  }

private:
  template <class... Args> void complain(fmt::format_string<Args...> format, Args&&... args) {
    if (problems_.size() < 20) problems_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }

  void checkShape() {
    if (function_.blocks.empty()) complain("no block");
    if (function_.locations.empty()) complain("no location of its own");
    for (const Parameter& parameter : function_.parameters)
      if (parameter.slot < function_.constants.size() || parameter.slot >= function_.slots)
        complain("parameter in slot {}", parameter.slot);
    for (std::size_t i = 0; i < function_.blocks.size(); ++i) checkBlock(i);
  }

  void checkBlock(std::size_t number) {
    const Block& block = function_.blocks[number];
    if (block.count == 0 || std::uint64_t{block.first} + block.count > function_.code.size())
      return complain("b{}: empty or outside of the code", number);
    for (std::uint32_t i = 0; i < block.count; ++i) {
      const Instruction& instruction = function_.code[block.first + i];
      if (!checkTables(instruction))
        return complain("b{} {}: {} uses a table out of range", number, i, nameOf(instruction.op));
      if (instruction.where >= function_.locations.size()) complain("b{} {}: no such location", number, i);
      if (endsBlock(function_, instruction) != (i + 1 == block.count))
        complain("b{} {}: {} at this place", number, i, nameOf(instruction.op));
      forEachRead(
          function_, instruction,
          [&](SlotIndex slot) {
            if (slot >= function_.slots) complain("b{} {}: {} reads slot {}", number, i, nameOf(instruction.op), slot);
          },
          [&](SlotIndex first, std::uint32_t count) {
            if (std::uint64_t{first} + count > function_.slots) complain("b{} {}: range of slots", number, i);
          });
      forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t count, bool) {
        if (first < function_.constants.size() || std::uint64_t{first} + count > function_.slots)
          complain("b{} {}: {} writes slot {}", number, i, nameOf(instruction.op), first);
      });
      forEachTarget(function_, instruction, [&](BlockIndex target) {
        if (target >= function_.blocks.size()) complain("b{} {}: goes to b{}", number, i, target);
      });
    }
  }

  [[nodiscard]] bool checkTables(const Instruction& instruction) const {
    const auto list = [&](std::uint64_t count) { return instruction.b + count <= function_.operands.size(); };
    switch (instruction.op) {
    case Opcode::Call: return instruction.b < function_.calls.size();
    case Opcode::Switch: return instruction.b < function_.switches.size();
    case Opcode::LandingPad: return instruction.b < function_.landingPads.size();
    case Opcode::Unsupported: return instruction.b < function_.notes.size();
    case Opcode::Return:
      return list(instruction.c) && (instruction.c == function_.results.size() || !function_.notes.empty());
    case Opcode::IndirectJump: return list(2 * std::uint64_t{instruction.c});
    default: return true;
    }
  }

  /// No slot is read that is not written on every path to it.
  void checkDefinitions() {
    std::vector<SlotSet> before(function_.blocks.size(), SlotSet(function_.slots, true));
    SlotSet entry(function_.slots);
    for (SlotIndex slot = 0; slot < function_.constants.size(); ++slot) entry.add(slot);
    for (const Parameter& parameter : function_.parameters) entry.add(parameter.slot);
    before[0] = entry;
    std::vector<BlockIndex> work{0};
    std::vector<char> seen(function_.blocks.size());
    while (!work.empty()) {
      const BlockIndex block = work.back();
      work.pop_back();
      seen[block] = 1;
      SlotSet known = before[block];
      flow(block, known, false);
      forEachTarget(function_, function_.code[function_.blocks[block].first + function_.blocks[block].count - 1],
                    [&](BlockIndex target) {
                      if (before[target].keepCommon(known) || !seen[target]) {
                        seen[target] = 1;
                        work.push_back(target);
                      }
                    });
    }
    for (BlockIndex block = 0; block < function_.blocks.size(); ++block)
      if (seen[block]) flow(block, before[block], true);
  }

  void flow(BlockIndex block, SlotSet& known, bool report) {
    for (std::uint32_t i = 0; i < function_.blocks[block].count; ++i) {
      const Instruction& instruction = function_.code[function_.blocks[block].first + i];
      auto need = [&](SlotIndex slot) {
        if (report && !known.has(slot))
          complain("b{} {}: {} reads slot {}, which was not written", block, i, nameOf(instruction.op), slot);
      };
      forEachRead(function_, instruction, need, [&](SlotIndex first, std::uint32_t count) {
        for (std::uint32_t k = 0; k < count; ++k) need(first + k);
      });
      forEachWrite(function_, instruction, [&](SlotIndex first, std::uint32_t count, bool isWhole) {
        for (std::uint32_t k = 0; k < count && isWhole; ++k) known.add(first + k);
      });
      if (instruction.op == Opcode::Unsupported) known.fill(); // nothing runs behind it
    }
  }

  const Function& function_;
  std::vector<std::string> problems_;
};

} // namespace

std::vector<std::string> verify(const Function& function) { return Verifier(function).run(); }

} // namespace beagle::ir
