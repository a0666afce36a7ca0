#pragma once

#include "analysis/change/canonical_writer.h"
#include "analysis/change/line_constants.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>

namespace beagle::change {

/// In which order the operands of commutative operations and comparisons are numbered: not the one they are
/// written in, which means nothing.
///
/// Values are ordered by rough keys that do not depend on the order in which values were met. Equal rough
/// keys only mean "keep the written order". Every instruction's is made when the writer comes by (`meet`), so
/// those of its operands are there already.
class OperandOrder {
public:
  /// By what operands are ordered. With the names of symbols, `a + b` and `b + a` meet when both are globals;
  /// without, a renamed global stays where it was.
  enum class By { Names, Shapes };
  using BlockNumbers = llvm::DenseMap<const llvm::BasicBlock*, std::uint64_t>;

  struct Comparison {
    llvm::Value* left;
    llvm::Value* right;
    llvm::CmpInst::Predicate predicate;
    bool negated = false; ///< the opposite is what was written
  };

  /// All of these outlive the order. `epoch` counts the effects written so far, `lines` are operands that do
  /// not count.
  OperandOrder(By by, CanonicalWriter& writer, const BlockNumbers& blocks, const LineConstants& lines,
               const std::uint64_t& epoch)
      : by_(by), writer_(writer), blocks_(blocks), lines_(lines), epoch_(epoch) {}

  void meet(llvm::Instruction& instruction) { (void)keyOf(instruction); }
  [[nodiscard]] llvm::SmallVector<llvm::Value*, 4> operandsOf(llvm::Instruction& instruction);
  /// Of a comparison, its mirror image and their opposites, the one that stands for all four.
  [[nodiscard]] Comparison oriented(llvm::CmpInst& compared);
  /// Whether ordering by something else would have given another order somewhere.
  [[nodiscard]] bool namesMattered() const { return namesMattered_; }

private:
  [[nodiscard]] OrderKey keyOf(llvm::Value& value);
  [[nodiscard]] OrderKey keyOfPhi(llvm::PHINode& phi, OrderKeyBuilder builder);
  [[nodiscard]] bool comesBefore(llvm::Value& a, llvm::Value& b);
  void sort(llvm::SmallVectorImpl<OrderKey>& parts) const;

  By by_;
  CanonicalWriter& writer_;
  const BlockNumbers& blocks_;
  const LineConstants& lines_;
  const std::uint64_t& epoch_;
  bool namesMattered_ = false;
  llvm::DenseMap<const llvm::Value*, OrderKey> keys_;
};

} // namespace beagle::change
