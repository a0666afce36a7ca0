#include "analysis/compare/body_match.h"

#include "analysis/ir/operands.h"

#include <algorithm>

namespace beagle::compare {

using ir::BlockIndex;
using ir::Instruction;
using ir::Opcode;
using ir::SlotIndex;

BodyMatch::Body::Body(const ir::Program& in, ir::FunctionIndex index)
    : program(in), function(in.body(index)), differs(function.blocks.size(), 1),
      partners(function.blocks.size(), ir::none), same(function.slots, ir::none), isWide(function.slots) {
  std::vector<BlockIndex> home(function.slots, ir::none);
  for (const ir::Parameter& parameter : function.parameters) home[parameter.slot] = 0;
  const auto use = [&](BlockIndex block, SlotIndex first, std::uint32_t count) {
    for (SlotIndex slot = first; slot < first + count; ++slot) {
      if (home[slot] == ir::none) home[slot] = block;
      isWide[slot] |= home[slot] != block ? 1 : 0;
    }
  };
  for (BlockIndex block = 0; block < function.blocks.size(); ++block)
    for (std::uint32_t at = function.blocks[block].first;
         at < function.blocks[block].first + function.blocks[block].count; ++at) {
      const Instruction& instruction = function.code[at];
      ir::forEachRead(
          function, instruction, [&](SlotIndex slot) { use(block, slot, 1); },
          [&](SlotIndex first, std::uint32_t count) { use(block, first, count); });
      ir::forEachWrite(function, instruction,
                       [&](SlotIndex first, std::uint32_t count, bool) { use(block, first, count); });
    }
}

BodyMatch::BodyMatch(SameThings& things, ir::FunctionIndex base, ir::FunctionIndex head)
    : things_(things), base_(things.version(true).program, base), head_(things.version(false).program, head),
      atStart_(base_.function.blocks.size()) {
  if (!haveSameForm()) return;
  Facts facts;
  for (std::size_t i = 0; i < base_.function.parameters.size(); ++i)
    facts.emplace_back(base_.function.parameters[i].slot, head_.function.parameters[i].slot);
  std::ranges::sort(facts);
  meet(0, 0, facts);
  while (!waiting_.empty()) {
    const BlockIndex next = waiting_.back();
    waiting_.pop_back();
    goThrough(next);
  }
}

bool BodyMatch::haveSameForm() {
  const ir::Function& old = base_.function;
  const ir::Function& now = head_.function;
  return old.isVariadic == now.isVariadic && old.results == now.results && old.noundefResult == now.noundefResult &&
         std::ranges::equal(old.parameters, now.parameters, [](const ir::Parameter& a, const ir::Parameter& b) {
           return a.type == b.type && a.byvalSize == b.byvalSize && a.isStructResult == b.isStructResult &&
                  a.noundef == b.noundef;
         });
}

/// A run comes from blocks that do the same to these two.
void BodyMatch::meet(BlockIndex old, BlockIndex now, const Facts& facts) {
  if (base_.partners[old] == ir::none && head_.partners[now] == ir::none) {
    base_.partners[old] = now;
    head_.partners[now] = old;
    base_.differs[old] = head_.differs[now] = 0;
    atStart_[old] = facts;
    return waiting_.push_back(old);
  }
  if (base_.partners[old] != now) {
    base_.differs[old] = head_.differs[now] = 1;
    return;
  }
  Facts both;
  std::ranges::set_intersection(atStart_[old], facts, std::back_inserter(both));
  if (both.size() == atStart_[old].size()) return;
  atStart_[old] = std::move(both);
  waiting_.push_back(old);
}

void BodyMatch::goThrough(BlockIndex block) {
  const BlockIndex partner = base_.partners[block];
  if (base_.differs[block] != 0 && head_.differs[partner] != 0) return;
  isAtStart_ = block == 0;
  std::ranges::fill(base_.same, ir::none);
  std::ranges::fill(head_.same, ir::none);
  for (const auto& [old, now] : atStart_[block]) bind(old, now);
  const auto positionIn = [](const Body& body, BlockIndex index) {
    const ir::Block& place = body.function.blocks[index];
    return Position{place.first, place.first + place.count};
  };
  Position old = positionIn(base_, block);
  Position now = positionIn(head_, partner);
  while (old.at < old.end && now.at < now.end) {
    const Instruction& mine = base_.function.code[old.at];
    const Instruction& other = head_.function.code[now.at];
    if (fit(mine, other)) {
      if (++old.at == old.end || ++now.at == now.end) return leave(mine, other);
      bindWritten(mine, other);
    } else if (!skipQuiet(old, now)) {
      break;
    }
  }
  base_.differs[block] = head_.differs[partner] = 1;
}

/// Passes by what only one version does and nobody sees: mostly a variable more, and its first value.
bool BodyMatch::skipQuiet(Position& old, Position& now) {
  if (skipsTo(false, now, old) || skipsTo(true, old, now)) return true;
  const Instruction& mine = base_.function.code[old.at];
  const Instruction& other = head_.function.code[now.at];
  const bool inBase = isQuiet(base_, mine), inHead = isQuiet(head_, other);
  if (inBase && inHead && !isAtStart_ && (isKeptFor(base_, mine) || isKeptFor(head_, other))) return false;
  if (inBase) forgetWritten(true, mine), ++old.at;
  if (inHead) forgetWritten(false, other), ++now.at;
  return inBase || inHead;
}

/// Whether other blocks may read what it writes.
bool BodyMatch::isKeptFor(const Body& body, const Instruction& instruction) {
  bool isKept = false;
  ir::forEachWrite(body.function, instruction, [&](SlotIndex first, std::uint32_t count, bool) {
    for (SlotIndex slot = first; slot < first + count; ++slot) isKept |= body.isWide[slot] != 0;
  });
  return isKept;
}

/// Goes ahead in one version to where it does what the other one does next; false: it comes to no such place.
bool BodyMatch::skipsTo(bool inBase, Position& ahead, const Position& other) {
  const Body& body = inBase ? base_ : head_;
  Overwritten& skipped = inBase ? skippedInBase_ : skippedInHead_;
  skipped.clear();
  std::uint32_t at = ahead.at;
  bool isThere = false;
  while (!isThere && at + 1 < ahead.end && isQuiet(body, body.function.code[at])) {
    ir::forEachWrite(body.function, body.function.code[at], [&](SlotIndex first, std::uint32_t count, bool) {
      for (SlotIndex slot = first; slot < first + count; ++slot) skipped.push_back(slot);
    });
    ++at;
    isThere = inBase ? fit(body.function.code[at], head_.function.code[other.at])
                     : fit(base_.function.code[other.at], body.function.code[at]);
  }
  const Overwritten overwritten = std::exchange(skipped, {});
  if (!isThere) return false;
  for (const SlotIndex slot : overwritten) forget(inBase, slot);
  ahead.at = at;
  return true;
}

/// Both have come to the ends of their blocks.
void BodyMatch::leave(const Instruction& old, const Instruction& now) {
  const auto meetAt = [&](BlockIndex one, BlockIndex other) {
    if (one != ir::none) meet(one, other, facts());
  };
  switch (old.op) {
  case Opcode::Jump: return meetAt(old.d, now.d);
  case Opcode::Branch: meetAt(old.b, now.b); return meetAt(old.c, now.c);
  case Opcode::Switch: return leaveSwitch(base_.function.switches[old.b], head_.function.switches[now.b], facts());
  case Opcode::Call: {
    const ir::CallSite& mine = base_.function.calls[old.b];
    const ir::CallSite& other = head_.function.calls[now.b];
    forgetWritten(true, old);
    forgetWritten(false, now);
    meetAt(mine.unwind, other.unwind);
    bindWritten(old, now);
    return meetAt(mine.normal, other.normal);
  }
  default: return;
  }
}

/// Case by case; a case that only one has is part of what the other does otherwise.
void BodyMatch::leaveSwitch(const ir::SwitchTable& old, const ir::SwitchTable& now, const Facts& facts) {
  const auto targetFor = [](const ir::SwitchTable& table, std::uint64_t value) {
    const auto found = std::ranges::lower_bound(table.cases, value, {}, [](const auto& each) { return each.first; });
    return found != table.cases.end() && found->first == value ? std::optional(found->second) : std::nullopt;
  };
  meet(old.otherwise, now.otherwise, facts);
  for (const bool inBoth : {true, false}) {
    for (const auto& [value, block] : old.cases)
      if (const auto other = targetFor(now, value); other.has_value() == inBoth)
        meet(block, other.value_or(now.otherwise), facts);
    if (inBoth) continue;
    for (const auto& [value, block] : now.cases)
      if (!targetFor(old, value)) meet(old.otherwise, block, facts);
  }
}

bool BodyMatch::fit(const Instruction& old, const Instruction& now) {
  if (old.op != now.op || old.width != now.width || old.extra != now.extra) return false;
  if (!things_.accesses(base_.function.accesses[old.access], head_.function.accesses[now.access])) return false;
  const ir::OperandShape shape = ir::shapeOf(old.op);
  if ((shape.readsA && !isSame(old.a, now.a)) || (shape.readsB && !isSame(old.b, now.b)) ||
      (shape.readsC && !isSame(old.c, now.c)))
    return false;
  switch (old.op) {
  case Opcode::Jump:
  case Opcode::Branch:
  case Opcode::Switch:
  case Opcode::Unreachable: return true;
  case Opcode::IndirectJump: return false;
  case Opcode::Unsupported: return base_.function.notes[old.b] == head_.function.notes[now.b];
  case Opcode::Return:
    return old.c == now.c && std::ranges::equal(std::span(base_.function.operands).subspan(old.b, old.c),
                                                std::span(head_.function.operands).subspan(now.b, now.c),
                                                [&](SlotIndex a, SlotIndex b) { return isSame(a, b); });
  case Opcode::Call: return fitCall(base_.function.calls[old.b], head_.function.calls[now.b]);
  case Opcode::LandingPad: return fitPads(base_.function.landingPads[old.b], head_.function.landingPads[now.b]);
  case Opcode::PickSlot: return old.c == now.c && areSame(old.b, now.b, old.c);
  case Opcode::PutSlot: return old.c == now.c && areSame(old.d, now.d, old.c);
  default:
    return (shape.readsA || old.a == now.a) && (shape.readsB || old.b == now.b) && (shape.readsC || old.c == now.c);
  }
}

bool BodyMatch::fitCall(const ir::CallSite& old, const ir::CallSite& now) {
  if ((old.normal == ir::none) != (now.normal == ir::none) || (old.unwind == ir::none) != (now.unwind == ir::none) ||
      old.results != now.results || old.isVariadic != now.isVariadic || old.fixedArguments != now.fixedArguments ||
      (old.function == ir::none) != (now.function == ir::none))
    return false;
  const auto sameArgument = [&](const ir::CallArgument& a, const ir::CallArgument& b) {
    return a.type == b.type && a.noundef == b.noundef && a.byvalSize == b.byvalSize && isSame(a.slot, b.slot);
  };
  return (old.function == ir::none ? isSame(old.pointer, now.pointer)
                                   : things_.functions(old.function, now.function)) &&
         std::ranges::equal(old.arguments, now.arguments, sameArgument);
}

bool BodyMatch::fitPads(const ir::LandingPad& old, const ir::LandingPad& now) {
  const auto sameType = [&](SlotIndex a, SlotIndex b) { return isSame(a, b); };
  return old.isCleanup == now.isCleanup &&
         std::ranges::equal(old.clauses, now.clauses, [&](const auto& a, const auto& b) {
           return a.isFilter == b.isFilter && std::ranges::equal(a.types, b.types, sameType);
         });
}

/// At the beginning, other values of variables are passed by as well: they matter where they are read. Behind it they
/// would matter for all who come to where ways join.
bool BodyMatch::isQuiet(const Body& body, const Instruction& instruction) const {
  switch (instruction.op) {
  case Opcode::Move:
  case Opcode::MarkUninit:
  case Opcode::Allocate: return isAtStart_ || body.same[instruction.d] == ir::none;
  case Opcode::LifetimeStart:
  case Opcode::LifetimeEnd: // of an object that the other version does not have
    return instruction.a >= body.function.constants.size() && body.same[instruction.a] == ir::none;
  default: return false;
  }
}

bool BodyMatch::isSame(SlotIndex old, SlotIndex now) {
  const auto& mine = base_.function.constants;
  const auto& other = head_.function.constants;
  if (old < mine.size() || now < other.size())
    return old < mine.size() && now < other.size() && things_.constants(mine[old], other[now]);
  return base_.same[old] == now && std::ranges::find(skippedInBase_, old) == skippedInBase_.end() &&
         std::ranges::find(skippedInHead_, now) == skippedInHead_.end();
}

bool BodyMatch::areSame(SlotIndex old, SlotIndex now, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i)
    if (!isSame(old + i, now + i)) return false;
  return true;
}

void BodyMatch::forget(bool inBase, SlotIndex slot) {
  Body& mine = inBase ? base_ : head_;
  Body& other = inBase ? head_ : base_;
  if (mine.same[slot] == ir::none) return;
  other.same[mine.same[slot]] = ir::none;
  mine.same[slot] = ir::none;
}

void BodyMatch::forgetWritten(bool inBase, const Instruction& instruction) {
  ir::forEachWrite((inBase ? base_ : head_).function, instruction, [&](SlotIndex first, std::uint32_t count, bool) {
    for (SlotIndex slot = first; slot < first + count; ++slot) forget(inBase, slot);
  });
}

void BodyMatch::bind(SlotIndex old, SlotIndex now) {
  forget(true, old);
  forget(false, now);
  base_.same[old] = now;
  head_.same[now] = old;
}

/// What both wrote is the same; where that is one of several slots, all of them were.
void BodyMatch::bindWritten(const Instruction& old, const Instruction& now) {
  ir::forEachWrite(base_.function, old, [&](SlotIndex first, std::uint32_t count, bool isWhole) {
    if (!isWhole) return;
    for (std::uint32_t i = 0; i < count; ++i) bind(first + i, now.d + i);
  });
}

BodyMatch::Facts BodyMatch::facts() const {
  Facts facts;
  for (SlotIndex slot = 0; slot < base_.same.size(); ++slot)
    if (base_.isWide[slot] != 0 && base_.same[slot] != ir::none) facts.emplace_back(slot, base_.same[slot]);
  return facts;
}

} // namespace beagle::compare
