#pragma once

#include "analysis/change/alignment.h"
#include "analysis/change/instruction_pairs.h"

#include <llvm/ADT/DenseMap.h>

#include <set>
#include <vector>

namespace beagle::change {

/// Pairs blocks by the instructions they share, and decides what is unchanged.
class BlockAlignment {
public:
  /// `alignment` has the partners of instructions already.
  BlockAlignment(const InstructionTokens& base, const InstructionTokens& head, const InstructionPairs& pairs,
                 Alignment& alignment);

  void pair();
  void judge();

private:
  using Blocks = llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t>;

  void pairBlocks();
  void pairJumps();
  void judgeInstructions();
  void judgeBlocks();
  [[nodiscard]] bool sameBlock(const BlockRow& base, const BlockRow& head) const;
  [[nodiscard]] bool unchanged(std::uint32_t base, std::uint32_t head) const;
  [[nodiscard]] bool sameIncoming(const llvm::PHINode& base, const llvm::PHINode& head) const;
  [[nodiscard]] bool sameCases(const llvm::SwitchInst& base, const llvm::SwitchInst& head) const;
  /// Both jumps lead to the same code, or to code that was put in front of it.
  [[nodiscard]] bool sameTarget(const llvm::BasicBlock& base, const llvm::BasicBlock& head) const;
  /// The instructions with a partner that are reached first, through those without one.
  [[nodiscard]] std::set<std::uint32_t> firstKnown(const AlignedSide& side, const InstructionTokens& tokens,
                                                   const Blocks& blocks, const llvm::BasicBlock& from) const;
  [[nodiscard]] const BlockRow& rowOf(const llvm::BasicBlock& block, bool ofBase) const;

  const InstructionTokens& base_;
  const InstructionTokens& head_;
  const InstructionPairs& pairs_;
  Alignment& alignment_;
  Blocks baseBlocks_, headBlocks_;
};

} // namespace beagle::change
