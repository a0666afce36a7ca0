#pragma once

#include "analysis/change/alignment.h"
#include "analysis/change/instruction_tokens.h"

#include <utility>
#include <vector>

namespace beagle::change {

/// Finds for each instruction of one body the one it is in the other.
///
/// First the locals are paired, by name and by how they are used. Then instructions are, from the surest to the
/// least sure: whole expressions that stand in the same order; single operations in the stretches between;
/// expressions that were moved; operands of pairs; and what is left in a stretch, by kind only.
class InstructionPairs {
public:
  InstructionPairs(const InstructionTokens& base, const InstructionTokens& head);

  [[nodiscard]] const std::vector<std::uint32_t>& toHead() const { return toHead_; }
  /// Whether two operands are the same value: partners, or parameters that correspond.
  [[nodiscard]] bool correspond(const llvm::Value& base, const llvm::Value& head) const;

private:
  using Keys = InstructionTokens::LocalKeys;

  void pairLocals();
  void pairInOrder(const std::vector<std::uint64_t>& base, const std::vector<std::uint64_t>& head);
  void pairMoved(const std::vector<std::uint64_t>& base, const std::vector<std::uint64_t>& head);
  void pairOperands();
  void pairByKind();
  void join(std::uint32_t base, std::uint32_t head);

  const InstructionTokens& base_;
  const InstructionTokens& head_;
  std::vector<std::uint32_t> toHead_, toBase_;
  Keys baseKeys_, headKeys_; ///< of locals; equal for partners
};

} // namespace beagle::change
