#include "analysis/compare/pointer_roots.h"

#include "analysis/ir/operands.h"

#include <algorithm>

namespace beagle::compare {

using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

bool movesPointer(Opcode op) {
  return op == Opcode::Move || op == Opcode::PointerAdd || op == Opcode::PointerIndex || op == Opcode::PointerScale;
}

const Instruction* PointerRoots::writerOf(std::uint32_t at, SlotIndex slot) const {
  const std::uint32_t first = function_.blocks[flow_.blockOf(at)].first;
  while (at-- > first) {
    bool writes = false;
    ir::forEachWrite(function_, function_.code[at], [&](SlotIndex written, std::uint32_t count, bool) {
      writes = slot >= written && slot < written + count;
    });
    if (writes) return &function_.code[at];
  }
  return nullptr;
}

std::optional<PointerRoot> PointerRoots::before(std::uint32_t at, SlotIndex slot) const {
  const Instruction* writer = writerOf(at, slot);
  if (!writer) return always(slot);
  const auto number = static_cast<std::uint32_t>(writer - function_.code.data());
  if (writer->op == Opcode::Allocate) return PointerRoot{PointerRoot::Kind::Local, number};
  if (!movesPointer(writer->op)) return {};
  return before(number, writer->a);
}

std::optional<PointerRoot> PointerRoots::always(SlotIndex slot) const {
  std::set<SlotIndex> seen;
  return always(slot, seen);
}

std::optional<PointerRoot> PointerRoots::always(SlotIndex slot, std::set<SlotIndex>& seen) const {
  seen.insert(slot);
  if (slot < function_.constants.size()) {
    const ir::Constant& constant = function_.constants[slot];
    if (constant.kind != ir::Constant::Kind::Global) return {};
    return PointerRoot{PointerRoot::Kind::Global, constant.index};
  }
  std::optional<PointerRoot> root;
  const auto own = std::ranges::find(function_.parameters, slot, &ir::Parameter::slot);
  if (own != function_.parameters.end())
    root = {PointerRoot::Kind::Parameter, static_cast<std::uint64_t>(own - function_.parameters.begin())};
  bool isSound = true;
  for (std::uint32_t at = 0; at < function_.code.size() && isSound; ++at) {
    const Instruction& i = function_.code[at];
    ir::forEachWrite(function_, i, [&](SlotIndex written, std::uint32_t count, bool) {
      if (slot < written || slot >= written + count || !isSound) return;
      std::optional<PointerRoot> from;
      if (i.op == Opcode::Allocate) from = {PointerRoot::Kind::Local, at};
      else if (movesPointer(i.op) && seen.contains(i.a)) return;
      else if (movesPointer(i.op)) from = always(i.a, seen);
      isSound = from && (!root || *root == *from);
      root = from;
    });
  }
  if (!isSound) return {};
  return root;
}

bool PointerRoots::isRestrict(const PointerRoot& root) const {
  return root.kind == PointerRoot::Kind::Parameter && function_.parameters[root.number].isRestrict;
}

bool PointerRoots::areApart(const PointerRoot& a, const PointerRoot& b) const {
  if (a == b) return false;
  using Kind = PointerRoot::Kind;
  const bool mayMeet =
      a.kind != Kind::Local && b.kind != Kind::Local && (a.kind == Kind::Parameter || b.kind == Kind::Parameter);
  return !mayMeet || isRestrict(a) || isRestrict(b);
}

} // namespace beagle::compare
