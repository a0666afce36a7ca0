#pragma once

#include "analysis/ir/program.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

#include <vector>

namespace beagle::ir {

/// The numbers of a function's source blocks: reverse postorder, so that definitions come before their uses.
/// Blocks that cannot be reached have none.
class BlockOrder {
public:
  explicit BlockOrder(const llvm::Function& function);

  /// Those that can be reached.
  [[nodiscard]] const std::vector<const llvm::BasicBlock*>& reached() const { return reached_; }
  /// `none` for a block without a number.
  [[nodiscard]] BlockIndex indexOf(const llvm::BasicBlock* block) const;
  [[nodiscard]] bool isReached(const llvm::BasicBlock* block) const { return numbers_.contains(block); }

private:
  std::vector<const llvm::BasicBlock*> reached_;
  llvm::DenseMap<const llvm::BasicBlock*, BlockIndex> numbers_;
};

} // namespace beagle::ir
