#include "analysis/ir/decoder.h"

#include <llvm/IR/CFG.h>

#include <algorithm>

namespace beagle::ir {

bool Decoder::decodeTerminator(const llvm::Instruction& instruction) {
  using llvm::Instruction;
  const llvm::BasicBlock& block = *instruction.getParent();
  switch (instruction.getOpcode()) {
  case Instruction::Br: {
    const auto& branch = llvm::cast<llvm::BranchInst>(instruction);
    if (branch.isUnconditional()) {
      jump(edge(block, *branch.getSuccessor(0)));
      return true;
    }
    const SlotIndex condition = slotOf(*branch.getCondition());
    const BlockIndex yes = edge(block, *branch.getSuccessor(0));
    emit(Opcode::Branch, 0, 0, condition, yes, edge(block, *branch.getSuccessor(1)));
    return true;
  }
  case Instruction::Switch: decodeSwitch(llvm::cast<llvm::SwitchInst>(instruction)); return true;
  case Instruction::Ret: decodeReturn(llvm::cast<llvm::ReturnInst>(instruction)); return true;
  case Instruction::IndirectBr: decodeIndirect(llvm::cast<llvm::IndirectBrInst>(instruction)); return true;
  case Instruction::Unreachable: emit(Opcode::Unreachable); return true;
  case Instruction::Resume: {
    const Slots parts = slotsOf(*llvm::cast<llvm::ResumeInst>(instruction).getValue());
    if (parts.size() != 2) return false;
    emit(Opcode::Resume, 0, 0, parts[0], parts[1]);
    return true;
  }
  case Instruction::Invoke: return decodeCall(llvm::cast<llvm::CallBase>(instruction));
  default: return false;
  }
}

void Decoder::decodeSwitch(const llvm::SwitchInst& instruction) {
  const llvm::BasicBlock& block = *instruction.getParent();
  unsigned width = instruction.getCondition()->getType()->getIntegerBitWidth();
  SlotIndex value = slotOf(*instruction.getCondition());
  SwitchTable table;
  table.otherwise = edge(block, *instruction.getDefaultDest());
  for (const auto& one : instruction.cases())
    table.cases.emplace_back(width > 64 ? table.cases.size() + 1 : one.getCaseValue()->getZExtValue(),
                             edge(block, *one.getCaseSuccessor()));
  if (width > 64) {
    value = numberOfCase(instruction);
    width = 32;
  }
  std::ranges::sort(table.cases);
  emit(Opcode::Switch, width, 0, value, static_cast<std::uint32_t>(result_.switches.size()));
  result_.switches.push_back(std::move(table));
}

/// Of a switch too wide for a table: the case, counted from 1, that the value is; 0: none.
SlotIndex Decoder::numberOfCase(const llvm::SwitchInst& instruction) {
  const SlotIndex value = slotOf(*instruction.getCondition());
  const ScalarType type = *scalarOf(instruction.getCondition()->getType());
  SlotIndex number = integer(0, 32);
  std::uint64_t count = 0;
  for (const auto& one : instruction.cases()) {
    const SlotIndex same = compute(Opcode::Equal, type.width, value, bits(one.getCaseValue()->getValue(), type));
    number = compute(Opcode::Select, 32, same, integer(++count, 32), number);
  }
  return number;
}

void Decoder::decodeReturn(const llvm::ReturnInst& instruction) {
  Slots values;
  if (const llvm::Value* value = instruction.getReturnValue()) values = slotsOf(*value);
  const auto first = static_cast<std::uint32_t>(result_.operands.size());
  result_.operands.insert(result_.operands.end(), values.begin(), values.end());
  emit(Opcode::Return, 0, 0, 0, first, static_cast<std::uint32_t>(values.size()));
}

void Decoder::decodeIndirect(const llvm::IndirectBrInst& instruction) {
  const SlotIndex address = slotOf(*instruction.getAddress());
  const llvm::BasicBlock& block = *instruction.getParent();
  std::vector<std::uint32_t> targets;
  for (const llvm::BasicBlock* target : llvm::successors(&block)) {
    const std::uint32_t label = labels_.of(*target);
    bool isKnown = false;
    for (std::size_t i = 0; i < targets.size(); i += 2) isKnown |= targets[i] == label;
    if (isKnown) continue;
    targets.push_back(label);
    targets.push_back(edge(block, *target));
  }
  const auto first = static_cast<std::uint32_t>(result_.operands.size());
  result_.operands.insert(result_.operands.end(), targets.begin(), targets.end());
  emit(Opcode::IndirectJump, 0, 0, address, first, static_cast<std::uint32_t>(targets.size() / 2));
}

void Decoder::decodeLandingPad(const llvm::LandingPadInst& instruction) {
  if (countOf(instruction.getType()) != 2) {
    problem_ = "of an unknown personality";
    return;
  }
  LandingPad pad;
  pad.isCleanup = instruction.isCleanup();
  for (unsigned i = 0; i < instruction.getNumClauses(); ++i) {
    LandingPad::Clause clause;
    clause.isFilter = instruction.isFilter(i);
    const Slots types = slotsOf(*instruction.getClause(i));
    clause.types.assign(types.begin(), types.end());
    pad.clauses.push_back(std::move(clause));
  }
  const Slots results = freshFor(instruction.getType());
  emit(Opcode::LandingPad, 0, results[0], 0, static_cast<std::uint32_t>(result_.landingPads.size()));
  result_.landingPads.push_back(std::move(pad));
  define(instruction, results);
}

BlockIndex Decoder::edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  const BlockIndex target = order_.indexOf(&to);
  if (to.phis().empty() || !hasMoves(to)) return target;
  // Behind the moves, only a terminator that reads nothing may stand.
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
      branch && branch->isUnconditional()) {
    moveToPhis(from, to);
    return target;
  }
  const auto [it, isNew] = edges_.try_emplace({&from, &to});
  if (!isNew) return it->second;
  it->second = newBlock();
  const BlockIndex before = std::exchange(current_, it->second);
  moveToPhis(from, to);
  jump(target);
  current_ = before;
  return it->second;
}

void Decoder::moveToPhis(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  std::vector<PendingMove> moves;
  for (const llvm::PHINode& phi : to.phis()) {
    const std::vector<ScalarType>* scalars = scalarsOf(phi.getType());
    if (!scalars) continue;
    const Slots target = slotsOf(phi), source = slotsOf(*phi.getIncomingValueForBlock(&from));
    for (std::size_t i = 0; i < target.size() && i < source.size(); ++i)
      if (target[i] != source[i]) moves.push_back({target[i], source[i], (*scalars)[i]});
  }
  moveInParallel(std::move(moves));
}

/// All sources are read before any target is written.
void Decoder::moveInParallel(std::vector<PendingMove> moves) {
  while (!moves.empty()) {
    auto isFree = [&](const PendingMove& move) {
      return std::ranges::none_of(moves, [&](const PendingMove& other) { return other.from == move.to; });
    };
    if (const auto next = std::ranges::find_if(moves, isFree); next != moves.end()) {
      emit(Opcode::Move, next->type.width, next->to, next->from);
      moves.erase(next);
      continue;
    }
    // What is left are cycles: one value waits in a slot of its own.
    const SlotIndex kept = compute(Opcode::Move, moves.front().type.width, moves.front().to);
    for (PendingMove& move : moves)
      if (move.from == moves.front().to) move.from = kept;
  }
}

} // namespace beagle::ir
