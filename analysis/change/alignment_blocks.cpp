#include "analysis/change/alignment_blocks.h"

#include <llvm/IR/CFG.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace beagle::change {

namespace {

llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> numberBlocks(const llvm::Function& function) {
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> numbers;
  for (const llvm::BasicBlock& block : function)
    numbers.try_emplace(&block, static_cast<std::uint32_t>(numbers.size()));
  return numbers;
}

} // namespace

BlockAlignment::BlockAlignment(const InstructionTokens& base, const InstructionTokens& head,
                               const InstructionPairs& pairs, Alignment& alignment)
    : base_(base), head_(head), pairs_(pairs), alignment_(alignment), baseBlocks_(numberBlocks(base.function())),
      headBlocks_(numberBlocks(head.function())) {}

void BlockAlignment::pair() {
  pairBlocks();
  pairJumps();
}

void BlockAlignment::judge() {
  judgeInstructions();
  judgeBlocks();
}

const BlockRow& BlockAlignment::rowOf(const llvm::BasicBlock& block, bool ofBase) const {
  return ofBase ? alignment_.base.blocks[baseBlocks_.lookup(&block)]
                : alignment_.head.blocks[headBlocks_.lookup(&block)];
}

/// The blocks that share most instructions; functions begin with the same one.
void BlockAlignment::pairBlocks() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> shared;
  for (const InstructionRow& row : alignment_.base.instructions)
    if (row.partner != noPartner) ++shared[{row.block, alignment_.head.instructions[row.partner].block}];
  struct Candidate {
    std::uint32_t base, head, count;
  };
  std::vector<Candidate> candidates;
  for (const auto& [pair, count] : shared) candidates.push_back({pair.first, pair.second, count});
  std::ranges::sort(candidates, {},
                    [](const Candidate& c) { return std::tuple(-std::int64_t{c.count}, c.base, c.head); });
  if (!alignment_.base.blocks.empty() && !alignment_.head.blocks.empty())
    candidates.insert(candidates.begin(), {0, 0, 1});
  for (const Candidate& candidate : candidates) {
    BlockRow &old = alignment_.base.blocks[candidate.base], &young = alignment_.head.blocks[candidate.head];
    if (old.partner != noPartner || young.partner != noPartner) continue;
    old.partner = candidate.head, young.partner = candidate.base;
  }
}

/// Plain jumps all look alike: they belong to their blocks.
void BlockAlignment::pairJumps() {
  std::vector<InstructionRow>&old = alignment_.base.instructions, &young = alignment_.head.instructions;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> before;
  for (std::uint32_t i = 0; i < old.size(); ++i) {
    if (!isPlainJump(base_.at(i)) || old[i].partner == noPartner) continue;
    before.emplace_back(i, old[i].partner);
    young[old[i].partner].partner = noPartner;
    old[i].partner = noPartner;
  }
  const auto join = [&](std::uint32_t b, std::uint32_t h) {
    if (old[b].partner == noPartner && young[h].partner == noPartner) old[b].partner = h, young[h].partner = b;
  };
  for (const BlockRow& block : alignment_.base.blocks) {
    if (block.partner == noPartner || block.count == 0) continue;
    const BlockRow& other = alignment_.head.blocks[block.partner];
    const std::uint32_t from = block.first + block.count - 1, to = other.first + other.count - 1;
    if (isPlainJump(base_.at(from)) && isPlainJump(head_.at(to))) join(from, to);
  }
  for (const auto& [b, h] : before) join(b, h);
}

void BlockAlignment::judgeInstructions() {
  for (std::uint32_t i = 0; i < base_.size(); ++i) {
    InstructionRow& row = alignment_.base.instructions[i];
    if (row.partner == noPartner) continue;
    row.match = unchanged(i, row.partner) ? Match::Unchanged : Match::Changed;
    alignment_.head.instructions[row.partner].match = row.match;
  }
}

bool BlockAlignment::unchanged(std::uint32_t base, std::uint32_t head) const {
  if (base_.operation(base) != head_.operation(head)) return false;
  const llvm::Instruction &old = base_.at(base), &young = head_.at(head);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&old))
    return sameIncoming(*phi, llvm::cast<llvm::PHINode>(young));
  const auto was = valueOperands(old), is = valueOperands(young);
  if (was.size() != is.size()) return false;
  for (std::size_t k = 0; k < was.size(); ++k)
    if (!pairs_.correspond(*was[k], *is[k])) return false;
  if (!old.isTerminator()) return true;
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&old))
    return sameCases(*choice, llvm::cast<llvm::SwitchInst>(young));
  if (old.getNumSuccessors() != young.getNumSuccessors()) return false;
  for (unsigned k = 0; k < old.getNumSuccessors(); ++k)
    if (!sameTarget(*old.getSuccessor(k), *young.getSuccessor(k))) return false;
  return true;
}

bool BlockAlignment::sameIncoming(const llvm::PHINode& base, const llvm::PHINode& head) const {
  if (base.getNumIncomingValues() != head.getNumIncomingValues()) return false;
  std::vector<bool> taken(head.getNumIncomingValues(), false);
  const auto sameValue = [&](const llvm::Value& old, const llvm::Value& young) {
    const auto *was = llvm::dyn_cast<llvm::Constant>(&old), *is = llvm::dyn_cast<llvm::Constant>(&young);
    if (was && is) return base_.constant(*was) == head_.constant(*is);
    return !was && !is && pairs_.correspond(old, young);
  };
  const auto sameOrigin = [&](const llvm::BasicBlock& old, const llvm::BasicBlock& young) {
    const BlockRow &was = rowOf(old, true), &is = rowOf(young, false);
    return was.partner == noPartner || is.partner == noPartner || was.partner == headBlocks_.lookup(&young);
  };
  for (unsigned i = 0; i < base.getNumIncomingValues(); ++i) {
    unsigned k = 0;
    while (k < taken.size() && (taken[k] || !sameValue(*base.getIncomingValue(i), *head.getIncomingValue(k)) ||
                                !sameOrigin(*base.getIncomingBlock(i), *head.getIncomingBlock(k))))
      ++k;
    if (k == taken.size()) return false;
    taken[k] = true;
  }
  return true;
}

bool BlockAlignment::sameCases(const llvm::SwitchInst& base, const llvm::SwitchInst& head) const {
  if (!sameTarget(*base.getDefaultDest(), *head.getDefaultDest())) return false;
  std::map<std::uint64_t, const llvm::BasicBlock*> targets;
  for (const auto& one : head.cases()) targets[head_.constant(*one.getCaseValue())] = one.getCaseSuccessor();
  return std::ranges::all_of(base.cases(), [&](const auto& one) {
    const auto it = targets.find(base_.constant(*one.getCaseValue()));
    return it != targets.end() && sameTarget(*one.getCaseSuccessor(), *it->second);
  });
}

bool BlockAlignment::sameTarget(const llvm::BasicBlock& base, const llvm::BasicBlock& head) const {
  const std::set<std::uint32_t> old = firstKnown(alignment_.base, base_, baseBlocks_, base);
  const std::set<std::uint32_t> young = firstKnown(alignment_.head, head_, headBlocks_, head);
  if (old.empty() && young.empty()) return rowOf(base, true).partner == headBlocks_.lookup(&head);
  return std::ranges::any_of(old,
                             [&](std::uint32_t i) { return young.contains(alignment_.base.instructions[i].partner); });
}

std::set<std::uint32_t> BlockAlignment::firstKnown(const AlignedSide& side, const InstructionTokens& tokens,
                                                   const Blocks& blocks, const llvm::BasicBlock& from) const {
  constexpr std::size_t farthest = 200; // blocks; whoever put in more changed where the jump leads
  std::set<std::uint32_t> known;
  std::vector<const llvm::BasicBlock*> pending{&from};
  std::set<std::uint32_t> seen{blocks.lookup(&from)};
  while (!pending.empty() && seen.size() < farthest) {
    const llvm::BasicBlock* block = pending.back();
    pending.pop_back();
    const BlockRow& row = side.blocks[blocks.lookup(block)];
    bool found = false;
    for (std::uint32_t i = row.first; i < row.first + row.count && !found; ++i) {
      found = side.instructions[i].partner != noPartner && !isMarker(tokens.at(i)) && !isPlainJump(tokens.at(i)) &&
              !llvm::isa<llvm::AllocaInst>(tokens.at(i));
      if (found) known.insert(i);
    }
    if (found) continue;
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (seen.insert(blocks.lookup(next)).second) pending.push_back(next);
  }
  return known;
}

void BlockAlignment::judgeBlocks() {
  for (BlockRow& old : alignment_.base.blocks) {
    if (old.partner == noPartner) continue;
    BlockRow& young = alignment_.head.blocks[old.partner];
    old.match = young.match = sameBlock(old, young) ? Match::Unchanged : Match::Changed;
  }
}

bool BlockAlignment::sameBlock(const BlockRow& base, const BlockRow& head) const {
  if (base.count != head.count || base.count == 0) return base.count == head.count;
  std::uint32_t next = head.first; // where the next partner stands, stack objects apart
  for (std::uint32_t i = base.first; i < base.first + base.count; ++i) {
    const InstructionRow& row = alignment_.base.instructions[i];
    if (row.match != Match::Unchanged || row.partner < head.first || row.partner >= head.first + head.count)
      return false;
    if (llvm::isa<llvm::AllocaInst>(base_.at(i)) || isMarker(base_.at(i))) continue;
    if (row.partner < next) return false;
    next = row.partner + 1;
  }
  const llvm::Instruction &old = base_.at(base.first + base.count - 1), &young = head_.at(head.first + head.count - 1);
  if (old.getNumSuccessors() != young.getNumSuccessors()) return false;
  if (llvm::isa<llvm::SwitchInst>(old)) {
    // The cases were compared; here it is about the set of blocks.
    std::set<std::uint32_t> was, is;
    for (const llvm::BasicBlock* successor : llvm::successors(&old)) was.insert(rowOf(*successor, true).partner);
    for (const llvm::BasicBlock* successor : llvm::successors(&young)) is.insert(headBlocks_.lookup(successor));
    return was == is;
  }
  for (unsigned k = 0; k < old.getNumSuccessors(); ++k)
    if (rowOf(*old.getSuccessor(k), true).partner != headBlocks_.lookup(young.getSuccessor(k))) return false;
  return true;
}

} // namespace beagle::change
