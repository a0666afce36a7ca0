#pragma once

#include "analysis/compare/code_places.h"
#include "analysis/compare/pointer_roots.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace beagle::compare {

/// A loop of one straight way that asks at its beginning whether to go on, and what one turn of it does.
class StraightLoop {
public:
  /// What a slot holds, over what slots held when the turn began.
  using ValueIndex = std::uint32_t;
  struct Value {
    ir::Opcode op = ir::Opcode::Unreachable; ///< Unreachable: what was in `slot`
    ir::SlotIndex slot = 0;
    std::uint16_t width = 0, extra = 0;
    std::uint32_t number = 0; ///< what of the instruction is no slot; of a Load, where it is
    std::vector<ValueIndex> operands;
    friend auto operator<=>(const Value&, const Value&) = default;
  };
  /// How a counter moves: by one.
  struct Step {
    ir::SlotIndex by = 0; ///< holds what is added or subtracted
    bool isSubtracted = false;
    bool isUp = false;
  };
  /// There is a turn while low < high, or while they are not the same.
  struct Question {
    ValueIndex low = 0, high = 0;
    bool isOrder = false;
    bool canBeEqual = false; ///< low <= high
    bool isSigned = false;
    std::uint16_t width = 0;
  };
  /// A number that goes down until it has come to a bound.
  struct Counter {
    ir::SlotIndex slot = 0, bound = 0;
    Step step;
    Question question;
  };
  /// Code that some of what the loop does needs: its own turns, and no more.
  struct Slice {
    std::set<std::uint32_t> steps;     ///< by place in steps()
    std::set<ir::SlotIndex> carried;   ///< whose values a turn has from the one before
    std::vector<std::uint32_t> stores; ///< among the steps
  };

  /// Nothing when the loop is not of that kind, or does something else than compute, load and store.
  [[nodiscard]] static std::optional<StraightLoop> of(const ir::Function& function, const BlockGraph& graph,
                                                      ir::BlockIndex first, const std::set<ir::BlockIndex>& blocks);

  /// The instructions of a turn, by number, but for those that say where to go on.
  [[nodiscard]] const std::vector<std::uint32_t>& steps() const { return steps_; }
  [[nodiscard]] std::size_t stepsBeforeBranch() const { return before_; }
  [[nodiscard]] const ir::Instruction& branch() const { return function_->code[branch_]; }
  [[nodiscard]] bool goesOnIfTrue() const { return goesOnIfTrue_; }
  [[nodiscard]] ir::BlockIndex exit() const { return exit_; }
  [[nodiscard]] const std::set<ir::SlotIndex>& written() const { return written_; }
  [[nodiscard]] std::vector<std::uint32_t> stores() const;

  /// What is needed to make these stores, and to leave with these slots.
  [[nodiscard]] Slice slice(const std::vector<std::uint32_t>& stores, const std::set<ir::SlotIndex>& results) const;
  /// Whether nothing that one part stores is what the other loads or stores.
  [[nodiscard]] bool areApart(const Slice& a, const Slice& b, const PointerRoots& roots) const;
  [[nodiscard]] std::optional<Counter> counter() const;
  /// Whether the turns have an end, whatever is in memory.
  [[nodiscard]] bool ends() const;
  /// Whether what is in front of the question, and done once more than the rest, is there for the question only, or
  /// for nothing that could be seen.
  [[nodiscard]] bool asksOnly() const;
  /// Whether the parts do all that could be seen, or go wrong.
  [[nodiscard]] bool isIdleBut(const std::vector<Slice>& parts) const;
  /// Whether it does not matter in which order the turns come.
  [[nodiscard]] bool isInAnyOrder(const Slice& slice, const Counter& counter, const PointerRoots& roots) const;

private:
  explicit StraightLoop(const ir::Function& function) : function_(&function) {}
  [[nodiscard]] bool read(const std::vector<ir::BlockIndex>& chain);
  [[nodiscard]] bool readStep(std::uint32_t at);
  [[nodiscard]] ValueIndex valueOf(ir::SlotIndex slot);
  [[nodiscard]] ValueIndex intern(const Value& value);
  [[nodiscard]] bool isFirst(ValueIndex value) const { return values_[value].op == ir::Opcode::Unreachable; }
  [[nodiscard]] bool isFixed(ValueIndex value) const;  ///< the same in all turns
  [[nodiscard]] bool isMoving(ValueIndex value) const; ///< what the turn before left in a slot
  [[nodiscard]] std::optional<std::uint64_t> numberIn(ir::SlotIndex slot) const;
  [[nodiscard]] std::optional<Step> stepOf(ir::SlotIndex slot, std::uint16_t width) const;
  [[nodiscard]] std::optional<Question> question() const;
  [[nodiscard]] bool dependsOn(ValueIndex value, ir::SlotIndex slot) const;
  /// Another place in each turn, and as far apart as the value is wide.
  [[nodiscard]] bool isElsewhereEachTurn(std::uint32_t store, const Counter& counter) const;
  [[nodiscard]] std::optional<PointerRoot> rootOf(ValueIndex address, const PointerRoots& roots) const;
  /// What is added up in the slot in any order, without what it was before; nothing if it is not.
  [[nodiscard]] std::optional<ValueIndex> gathered(ir::SlotIndex slot) const;

  const ir::Function* function_;
  std::vector<std::uint32_t> steps_;
  std::size_t before_ = 0; ///< steps in front of the question
  std::uint32_t branch_ = 0;
  bool goesOnIfTrue_ = true;
  ir::BlockIndex exit_ = 0;
  std::set<ir::SlotIndex> written_;
  std::vector<Value> values_;
  std::map<Value, ValueIndex> known_;
  std::map<ir::SlotIndex, ValueIndex> last_;                            ///< what the turn leaves
  std::map<std::uint32_t, std::pair<ValueIndex, ValueIndex>> accesses_; ///< by step: the address; what is stored
  ValueIndex condition_ = 0;
};

} // namespace beagle::compare
