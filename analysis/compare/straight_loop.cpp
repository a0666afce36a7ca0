#include "analysis/compare/straight_loop.h"

#include "analysis/ir/operands.h"

#include <algorithm>

namespace beagle::compare {

using ir::BlockIndex;
using ir::Function;
using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

namespace {

std::uint64_t minusOne(std::uint16_t width) { return ~std::uint64_t{0} >> (64U - std::min<std::uint16_t>(width, 64)); }

/// Whether nothing is lost when nobody makes it.
bool isIdle(const Instruction& instruction) {
  switch (instruction.op) {
  case Opcode::Move:
  case Opcode::Select:
  case Opcode::And:
  case Opcode::Or:
  case Opcode::Xor:
  case Opcode::Equal:
  case Opcode::NotEqual:
  case Opcode::ULess:
  case Opcode::ULessEqual:
  case Opcode::SLess:
  case Opcode::SLessEqual:
  case Opcode::ZeroExtend:
  case Opcode::SignExtend:
  case Opcode::PointerAdd:
  case Opcode::PointerIndex: return true;
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul: return instruction.extra == 0; // else it may overflow
  default: return false;
  }
}

/// Whether `x op y op z` is the same in any order.
bool gathers(Opcode op) {
  return op == Opcode::Add || op == Opcode::Mul || op == Opcode::And || op == Opcode::Or || op == Opcode::Xor;
}

} // namespace

std::optional<StraightLoop> StraightLoop::of(const Function& function, const BlockGraph& graph, BlockIndex first,
                                             const std::set<BlockIndex>& blocks) {
  if (first == 0) return {};
  StraightLoop loop(function);
  const auto lastOf = [&](BlockIndex b) { return function.blocks[b].first + function.blocks[b].count - 1; };
  const Instruction& branch = function.code[lastOf(first)];
  if (branch.op != Opcode::Branch || blocks.contains(branch.b) == blocks.contains(branch.c)) return {};
  loop.branch_ = lastOf(first);
  loop.goesOnIfTrue_ = blocks.contains(branch.b);
  loop.exit_ = loop.goesOnIfTrue_ ? branch.c : branch.b;
  std::vector<BlockIndex> chain{first};
  for (BlockIndex b = loop.goesOnIfTrue_ ? branch.b : branch.c; b != first; b = function.code[lastOf(b)].d) {
    if (graph.waysTo(b) != 1 || function.code[lastOf(b)].op != Opcode::Jump || chain.size() > blocks.size()) return {};
    chain.push_back(b);
  }
  if (chain.size() != blocks.size() || !loop.read(chain)) return {};
  return loop;
}

bool StraightLoop::read(const std::vector<BlockIndex>& chain) {
  for (const BlockIndex b : chain) {
    const ir::Block& block = function_->blocks[b];
    for (std::uint32_t at = block.first; at + 1 < block.first + block.count; ++at)
      if (!readStep(at)) return false;
    if (b == chain.front()) {
      before_ = steps_.size();
      condition_ = valueOf(branch().a);
    }
  }
  return true;
}

bool StraightLoop::readStep(std::uint32_t at) {
  const Instruction& i = function_->code[at];
  const auto step = static_cast<std::uint32_t>(steps_.size());
  steps_.push_back(at);
  if (i.op == Opcode::Store) {
    accesses_[step] = {valueOf(i.a), valueOf(i.b)};
    return true;
  }
  const ir::OperandShape shape = ir::shapeOf(i.op);
  if (shape.writes != 1 || i.op == Opcode::PickSlot || i.op == Opcode::MarkUninit || i.op == Opcode::Freeze ||
      (i.op >= Opcode::Allocate && i.op != Opcode::Load))
    return false;
  // Which of an access and a division goes wrong first is not all one.
  if (i.op >= Opcode::UDiv && i.op <= Opcode::SRem) {
    const auto divisor = numberIn(i.b);
    const bool isSigned = i.op == Opcode::SDiv || i.op == Opcode::SRem;
    if (!divisor || *divisor == 0 || (isSigned && *divisor == minusOne(i.width))) return false;
  }
  Value value{.op = i.op, .width = i.width, .extra = i.extra};
  if (shape.readsA) value.operands.push_back(valueOf(i.a));
  if (shape.readsB) value.operands.push_back(valueOf(i.b));
  if (shape.readsC) value.operands.push_back(valueOf(i.c));
  if (!shape.readsC) value.number = i.c;
  if (i.op == Opcode::PointerAdd) { // a constant in two halves
    value.number = i.b;
    value.slot = i.c;
  }
  if (i.op == Opcode::Load) {
    accesses_[step] = {valueOf(i.a), 0};
    value.number = at;
  }
  last_[i.d] = i.op == Opcode::Move ? valueOf(i.a) : intern(value);
  written_.insert(i.d);
  return true;
}

StraightLoop::ValueIndex StraightLoop::valueOf(SlotIndex slot) {
  if (const auto known = last_.find(slot); known != last_.end()) return known->second;
  return intern({.slot = slot});
}

StraightLoop::ValueIndex StraightLoop::intern(const Value& value) {
  const auto [known, isNew] = known_.try_emplace(value, static_cast<ValueIndex>(values_.size()));
  if (isNew) values_.push_back(value);
  return known->second;
}

bool StraightLoop::isFixed(ValueIndex value) const {
  const Value& own = values_[value];
  if (isFirst(value)) return !written_.contains(own.slot);
  return own.op != Opcode::Load && std::ranges::all_of(own.operands, [&](ValueIndex of) { return isFixed(of); });
}

bool StraightLoop::dependsOn(ValueIndex value, SlotIndex slot) const {
  const Value& own = values_[value];
  if (isFirst(value)) return own.slot == slot;
  return std::ranges::any_of(own.operands, [&](ValueIndex of) { return dependsOn(of, slot); });
}

std::vector<std::uint32_t> StraightLoop::stores() const {
  std::vector<std::uint32_t> all;
  for (std::uint32_t step = 0; step < steps_.size(); ++step)
    if (function_->code[steps_[step]].op == Opcode::Store) all.push_back(step);
  return all;
}

StraightLoop::Slice StraightLoop::slice(const std::vector<std::uint32_t>& stores,
                                        const std::set<SlotIndex>& results) const {
  Slice slice;
  slice.stores = stores;
  for (bool changes = true; changes;) {
    std::set<SlotIndex> live = slice.carried;
    const auto ask = [&] {
      live.insert(branch().a);
      live.insert(results.begin(), results.end());
    };
    for (auto step = static_cast<std::uint32_t>(steps_.size()); step-- > 0;) {
      if (step + 1 == before_) ask();
      const Instruction& i = function_->code[steps_[step]];
      const bool writes = i.op != Opcode::Store && live.contains(i.d);
      if (!writes && std::ranges::find(stores, step) == stores.end()) continue;
      slice.steps.insert(step);
      if (writes) live.erase(i.d);
      ir::forEachRead(*function_, i, [&](SlotIndex slot) { live.insert(slot); }, [](SlotIndex, std::uint32_t) {});
    }
    if (before_ == 0) ask();
    changes = false;
    for (const SlotIndex slot : live)
      changes = (written_.contains(slot) && slice.carried.insert(slot).second) || changes;
  }
  return slice;
}

std::optional<PointerRoot> StraightLoop::rootOf(ValueIndex address, const PointerRoots& roots) const {
  while (!isFirst(address)) {
    if (!movesPointer(values_[address].op)) return {};
    address = values_[address].operands[0];
  }
  return roots.always(values_[address].slot);
}

bool StraightLoop::areApart(const Slice& a, const Slice& b, const PointerRoots& roots) const {
  const auto isSafe = [&](const Slice& stores, const Slice& other) {
    return std::ranges::all_of(stores.stores, [&](std::uint32_t store) {
      const auto target = rootOf(accesses_.at(store).first, roots);
      return target && std::ranges::all_of(other.steps, [&](std::uint32_t step) {
               const auto access = accesses_.find(step);
               if (access == accesses_.end()) return true;
               const auto source = rootOf(access->second.first, roots);
               return source && roots.areApart(*target, *source);
             });
    });
  };
  return isSafe(a, b) && isSafe(b, a);
}

std::optional<std::uint64_t> StraightLoop::numberIn(SlotIndex slot) const {
  if (slot >= function_->constants.size()) return {};
  const ir::Constant& constant = function_->constants[slot];
  if (constant.kind != ir::Constant::Kind::Bits || constant.type.width > 64) return {};
  return constant.bits;
}

/// Up or down by one.
std::optional<StraightLoop::Step> StraightLoop::stepOf(SlotIndex slot, std::uint16_t width) const {
  const Value& next = values_[last_.at(slot)];
  if ((next.op != Opcode::Add && next.op != Opcode::Sub) || next.width != width || width > 64) return {};
  const Value& self = values_[next.operands[0]];
  const ValueIndex by = next.operands[1];
  if (!isFirst(next.operands[0]) || self.slot != slot || !isFirst(by)) return {};
  const auto number = numberIn(values_[by].slot);
  if (!number || (*number != 1 && *number != minusOne(width))) return {};
  const bool isSubtracted = next.op == Opcode::Sub;
  return Step{values_[by].slot, isSubtracted, (*number == 1) != isSubtracted};
}

std::optional<StraightLoop::Question> StraightLoop::question() const {
  const Value& asked = values_[condition_];
  const bool goesOn = goesOnIfTrue_;
  Question question{.width = asked.width};
  switch (asked.op) {
  case Opcode::Equal:
  case Opcode::NotEqual:
    if ((asked.op == Opcode::NotEqual) != goesOn) return {};
    question.low = asked.operands[0];
    question.high = asked.operands[1];
    return question;
  case Opcode::ULess:
  case Opcode::SLess:
  case Opcode::ULessEqual:
  case Opcode::SLessEqual: {
    const bool isStrict = asked.op == Opcode::ULess || asked.op == Opcode::SLess;
    question.isOrder = true;
    question.isSigned = asked.op == Opcode::SLess || asked.op == Opcode::SLessEqual;
    question.canBeEqual = isStrict != goesOn;
    question.low = asked.operands[goesOn ? 0 : 1];
    question.high = asked.operands[goesOn ? 1 : 0];
    return question;
  }
  default: return {};
  }
}

bool StraightLoop::isMoving(ValueIndex value) const { return isFirst(value) && !isFixed(value); }

std::optional<StraightLoop::Counter> StraightLoop::counter() const {
  auto asked = question();
  if (!asked) return {};
  if (!asked->isOrder && isFixed(asked->high)) std::swap(asked->low, asked->high);
  if (!isFirst(asked->low) || !isFixed(asked->low) || !isMoving(asked->high)) return {};
  const SlotIndex slot = values_[asked->high].slot, bound = values_[asked->low].slot;
  const auto step = stepOf(slot, asked->width);
  if (!step || step->isUp) return {};
  if (asked->canBeEqual) { // so that the number of turns is a number of that width
    const auto number = numberIn(bound);
    if (!number || *number >> (asked->width - 1U) != 0 || (!asked->isSigned && *number == 0)) return {};
  }
  return Counter{slot, bound, *step, *asked};
}

bool StraightLoop::ends() const {
  if (counter()) return true;
  auto asked = question();
  if (!asked || asked->canBeEqual) return false;
  if (!asked->isOrder && isFixed(asked->low)) std::swap(asked->low, asked->high);
  if (!isMoving(asked->low) || !isFixed(asked->high)) return false;
  const auto step = stepOf(values_[asked->low].slot, asked->width);
  return step && (step->isUp || !asked->isOrder);
}

bool StraightLoop::asksOnly() const {
  const Slice asking = slice({}, {});
  for (std::uint32_t step = 0; step < before_; ++step)
    if (!asking.steps.contains(step) && !isIdle(function_->code[steps_[step]])) return false;
  return true;
}

bool StraightLoop::isIdleBut(const std::vector<Slice>& parts) const {
  for (std::uint32_t step = 0; step < steps_.size(); ++step)
    if (!isIdle(function_->code[steps_[step]]) &&
        std::ranges::none_of(parts, [&](const Slice& part) { return part.steps.contains(step); }))
      return false;
  return true;
}

bool StraightLoop::isElsewhereEachTurn(std::uint32_t store, const Counter& counter) const {
  const Instruction& i = function_->code[steps_[store]];
  const Value& place = values_[accesses_.at(store).first];
  if (place.op != Opcode::PointerIndex || !isFixed(place.operands[0])) return false;
  if (std::uint64_t{place.number} * 8 < i.width || place.number > 0x7fff'ffffU) return false;
  ValueIndex index = place.operands[1];
  while (!isFirst(index)) {
    const Value& value = values_[index];
    const bool isSum = value.op == Opcode::Add || value.op == Opcode::Sub;
    if (value.op == Opcode::ZeroExtend || value.op == Opcode::SignExtend) index = value.operands[0];
    else if (isSum && isFixed(value.operands[1])) index = value.operands[0];
    else if (isSum && isFixed(value.operands[0])) index = value.operands[1];
    else return false;
  }
  return values_[index].slot == counter.slot;
}

std::optional<StraightLoop::ValueIndex> StraightLoop::gathered(SlotIndex slot) const {
  const auto next = last_.find(slot);
  if (next == last_.end()) return {};
  const Value& value = values_[next->second];
  if (!gathers(value.op) || value.extra != 0) return {};
  for (const std::size_t own : {0U, 1U}) {
    const ValueIndex self = value.operands[own], other = value.operands[1 - own];
    if (isFirst(self) && values_[self].slot == slot && !dependsOn(other, slot)) return other;
  }
  return {};
}

bool StraightLoop::isInAnyOrder(const Slice& slice, const Counter& counter, const PointerRoots& roots) const {
  std::vector<ValueIndex> used{condition_};
  std::set<SlotIndex> sums;
  for (const SlotIndex slot : slice.carried) {
    if (slot == counter.slot) continue;
    const auto more = gathered(slot);
    if (!more) return false;
    sums.insert(slot);
    used.push_back(*more);
  }
  for (const std::uint32_t step : slice.steps) {
    const auto access = accesses_.find(step);
    if (access == accesses_.end()) continue;
    used.push_back(access->second.first);
    const Instruction& i = function_->code[steps_[step]];
    if (i.op == Opcode::Store) used.push_back(access->second.second);
  }
  for (const SlotIndex sum : sums)
    if (std::ranges::any_of(used, [&](ValueIndex value) { return dependsOn(value, sum); })) return false;
  return std::ranges::all_of(slice.stores, [&](std::uint32_t store) {
    const ValueIndex place = accesses_.at(store).first;
    const auto target = rootOf(place, roots);
    return target && isElsewhereEachTurn(store, counter) && std::ranges::all_of(slice.steps, [&](std::uint32_t step) {
             const auto access = accesses_.find(step);
             if (access == accesses_.end() || step == store) return true;
             // What it stores there was read in the same turn, and in no other.
             const bool isRead = function_->code[steps_[step]].op == Opcode::Load;
             const auto source = rootOf(access->second.first, roots);
             const bool isSamePlace = isRead && access->second.first == place && step < store &&
                                      function_->code[steps_[step]].width == function_->code[steps_[store]].width;
             return isSamePlace || (source && roots.areApart(*target, *source));
           });
  });
}

} // namespace beagle::compare
