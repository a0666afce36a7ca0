#pragma once

#include "analysis/compare/code_places.h"
#include "analysis/compare/pointer_roots.h"

#include <array>
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
    std::array<ValueIndex, 3> operands{};
    friend auto operator<=>(const Value&, const Value&) = default;
  };
  /// A number that goes down by one until it has come to a bound.
  struct Counter {
    enum class Until : std::uint8_t { Equal, Below } until = Until::Equal; ///< turns while it is not that
    ir::SlotIndex slot = 0, bound = 0;
    ir::SlotIndex step = 0; ///< holds what is added or subtracted
    bool isSubtracted = false;
    bool includesBound = false; ///< there is a turn in which it is as large as the bound
    bool isSigned = false;
    std::uint16_t width = 0;
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
  /// Whether it does not matter in which order the turns come.
  [[nodiscard]] bool isInAnyOrder(const Slice& slice, const Counter& counter, const PointerRoots& roots) const;

private:
  explicit StraightLoop(const ir::Function& function) : function_(&function) {}
  [[nodiscard]] bool read(const std::vector<ir::BlockIndex>& chain);
  [[nodiscard]] bool readStep(std::uint32_t at);
  [[nodiscard]] ValueIndex valueOf(ir::SlotIndex slot);
  [[nodiscard]] ValueIndex intern(const Value& value);
  [[nodiscard]] bool isFirst(ValueIndex value) const { return values_[value].op == ir::Opcode::Unreachable; }
  [[nodiscard]] bool isFixed(ValueIndex value) const; ///< the same in all turns
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
