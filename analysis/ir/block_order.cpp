#include "analysis/ir/block_order.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>

namespace beagle::ir {

BlockOrder::BlockOrder(const llvm::Function& function) {
  for (const llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<const llvm::Function*>(&function)) {
    numbers_[block] = static_cast<BlockIndex>(reached_.size());
    reached_.push_back(block);
  }
}

BlockIndex BlockOrder::indexOf(const llvm::BasicBlock* block) const {
  const auto it = numbers_.find(block);
  return it == numbers_.end() ? none : it->second;
}

} // namespace beagle::ir
