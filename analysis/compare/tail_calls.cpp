#include "analysis/compare/tail_calls.h"

#include <algorithm>
#include <map>
#include <set>

namespace beagle::compare {

using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

namespace {

constexpr int most = 16; ///< instructions between the call and the return

bool gathers(const Instruction& i) {
  const bool isOne =
      i.op == Opcode::Add || i.op == Opcode::Mul || i.op == Opcode::And || i.op == Opcode::Or || i.op == Opcode::Xor;
  // Signed sums may overflow in one order, and not in another.
  return isOne && i.width > 1 && i.width <= 64 && (i.extra & (ir::NoSignedWrap | ir::NoUnsignedWrap)) == 0;
}

/// The way from a call to the return.
class WayBack {
public:
  WayBack(const ir::Function& function, std::uint32_t call) : function_(function), at_(call + 1) {
    const ir::CallSite& site = function.calls[function.code[call].b];
    for (std::size_t k = 0; k < site.results.size(); ++k)
      results_[function.code[call].d + static_cast<SlotIndex>(k)] = k;
  }

  std::optional<TailCall> run() {
    for (int steps = 0; steps < most; ++steps) {
      const Instruction& i = function_.code[at_];
      if (i.op == Opcode::Return) return returns(i) ? std::optional(found_) : std::nullopt;
      if (!goOn(i)) return {};
    }
    return {};
  }

private:
  bool goOn(const Instruction& i) {
    switch (i.op) {
    case Opcode::Jump: at_ = function_.blocks[i.d].first; return true;
    case Opcode::Move:
      move(i);
      ++at_;
      return true;
    case Opcode::Switch: {
      const auto number = numberIn(i.a);
      if (!number) return false;
      const ir::SwitchTable& table = function_.switches[i.b];
      const auto hit = std::ranges::find(table.cases, *number, &std::pair<std::uint64_t, ir::BlockIndex>::first);
      at_ = function_.blocks[hit != table.cases.end() ? hit->second : table.otherwise].first;
      return true;
    }
    default: return gather(i);
    }
  }

  void move(const Instruction& i) {
    if (const auto moved = results_.find(i.a); moved != results_.end()) results_[i.d] = moved->second;
    else results_.erase(i.d);
    if (const auto number = numberIn(i.a)) numbers_[i.d] = *number;
    else numbers_.erase(i.d);
    written_.insert(i.d);
  }

  bool gather(const Instruction& i) {
    if (!gathers(i) || found_.gathering || results_.size() > most || function_.results.size() != 1) return false;
    const bool isLeft = results_.contains(i.a);
    if (isLeft == results_.contains(i.b)) return false;
    const SlotIndex operand = isLeft ? i.b : i.a;
    if (written_.contains(operand) || i.width != function_.results[0].width) return false;
    found_ = {Gathering{i.op, i.width}, operand};
    results_ = {{i.d, 0}};
    written_.insert(i.d);
    numbers_.erase(i.d);
    ++at_;
    return true;
  }

  [[nodiscard]] bool returns(const Instruction& i) const {
    for (std::uint32_t k = 0; k < i.c; ++k) {
      const auto returned = results_.find(function_.operands[i.b + k]);
      if (returned == results_.end() || returned->second != k) return false;
    }
    return i.c == function_.results.size();
  }

  [[nodiscard]] std::optional<std::uint64_t> numberIn(SlotIndex slot) const {
    if (slot < function_.constants.size()) {
      const ir::Constant& constant = function_.constants[slot];
      const bool isNumber = constant.kind == ir::Constant::Kind::Bits && constant.type.width <= 64;
      return isNumber ? std::optional(constant.bits) : std::nullopt;
    }
    const auto known = numbers_.find(slot);
    return known != numbers_.end() ? std::optional(known->second) : std::nullopt;
  }

  const ir::Function& function_;
  std::uint32_t at_;
  TailCall found_;
  std::map<SlotIndex, std::size_t> results_; ///< which result of the call a slot holds, or is made of
  // Where several ways leave a block with variables of its own, a number says which it was, and a switch follows.
  std::map<SlotIndex, std::uint64_t> numbers_;
  std::set<SlotIndex> written_;
};

} // namespace

std::optional<TailCall> tailCallAt(const ir::Function& function, std::uint32_t call) {
  const ir::CallSite& site = function.calls[function.code[call].b];
  if (site.normal != ir::none || site.unwind != ir::none || site.results != function.results) return {};
  return WayBack(function, call).run();
}

std::optional<Gathering> gatheringOf(const ir::Function& function, ir::FunctionIndex own) {
  std::optional<Gathering> found;
  for (std::uint32_t at = 0; at < function.code.size(); ++at) {
    if (function.code[at].op != Opcode::Call || function.calls[function.code[at].b].function != own) continue;
    const auto call = tailCallAt(function, at);
    if (!call || !call->gathering) continue;
    if (found && *found != *call->gathering) return {};
    found = call->gathering;
  }
  return found;
}

} // namespace beagle::compare
