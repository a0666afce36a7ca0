#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace beagle::change {

/// Where the lives of a function's stack objects begin and end.
///
/// Where exactly the marks stand among code that does not touch the object means nothing: a beginning moves
/// down to the object's first use in the block, and ends at the same point have the order of the objects'
/// numbers. In a block that does not use the object only the block is kept.
class LifetimeMarks {
public:
  using Numbers = llvm::DenseMap<const llvm::Value*, std::uint64_t>;

  explicit LifetimeMarks(llvm::Function& function);

  /// The object that the marker is about; null if the mark has to stay where it stands.
  [[nodiscard]] llvm::AllocaInst* movableObject(llvm::IntrinsicInst& marker) const;
  void begin(llvm::AllocaInst& object) { starts_.push_back(&object); }
  void end(llvm::AllocaInst& object) { ends_.push_back(&object); }

  /// Whether the object's beginning was waiting for its first use, which this is.
  [[nodiscard]] bool takeStart(const llvm::Value& object);
  /// The objects whose lives end here, by number. Those without a number have not been used yet.
  [[nodiscard]] std::vector<llvm::AllocaInst*> takeEnds(const Numbers& numbers, std::uint64_t block);
  /// What was not used until the end of the block.
  void leaveBlock(std::uint64_t block);

  /// Blocks in which an object that is not used there begins (true) or ends its life, in order.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, bool>> unusedIn(llvm::AllocaInst& object) const;

private:
  llvm::DenseSet<const llvm::BasicBlock*> cyclic_;
  llvm::SmallVector<llvm::AllocaInst*, 8> starts_, ends_;
  llvm::DenseMap<const llvm::AllocaInst*, std::vector<std::pair<std::uint64_t, bool>>> unused_;
};

} // namespace beagle::change
