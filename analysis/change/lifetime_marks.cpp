#include "analysis/change/lifetime_marks.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>

#include <algorithm>

namespace beagle::change {

LifetimeMarks::LifetimeMarks(llvm::Function& function) {
  for (auto it = llvm::scc_begin(&function); !it.isAtEnd(); ++it)
    if (it.hasCycle()) cyclic_.insert(it->begin(), it->end());
}

llvm::AllocaInst* LifetimeMarks::movableObject(llvm::IntrinsicInst& marker) const {
  auto* object = llvm::dyn_cast<llvm::AllocaInst>(marker.getArgOperand(1)->stripPointerCasts());
  // In a loop, an object whose address is known elsewhere may be touched by anything: its mark stays put.
  const bool movable =
      object && (!cyclic_.contains(marker.getParent()) || !llvm::PointerMayBeCaptured(object, true, true));
  return movable ? object : nullptr;
}

bool LifetimeMarks::takeStart(const llvm::Value& object) {
  const auto it = std::ranges::find(starts_, &object);
  if (it == starts_.end()) return false;
  starts_.erase(it);
  return true;
}

std::vector<llvm::AllocaInst*> LifetimeMarks::takeEnds(const Numbers& numbers, std::uint64_t block) {
  std::vector<llvm::AllocaInst*> known;
  for (llvm::AllocaInst* object : ends_) {
    if (numbers.contains(object)) known.push_back(object);
    else unused_[object].emplace_back(block, false);
  }
  ends_.clear();
  std::ranges::sort(known, {}, [&](const llvm::AllocaInst* object) { return numbers.lookup(object); });
  return known;
}

void LifetimeMarks::leaveBlock(std::uint64_t block) {
  for (llvm::AllocaInst* object : starts_) unused_[object].emplace_back(block, true);
  starts_.clear();
}

std::vector<std::pair<std::uint64_t, bool>> LifetimeMarks::unusedIn(llvm::AllocaInst& object) const {
  auto marks = unused_.lookup(&object);
  std::ranges::sort(marks);
  return marks;
}

} // namespace beagle::change
