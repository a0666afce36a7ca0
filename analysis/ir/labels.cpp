#include "analysis/ir/labels.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/Support/xxhash.h>

#include <set>

namespace beagle::ir {

namespace {

/// A number that is made into an address and back still leads to its function while it is below the size of a page.
constexpr std::uint32_t places = 2039;

/// "" without debug information.
llvm::StringRef nameOf(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block)
    for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
      if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record)) return label->getLabel()->getName();
  return "";
}

} // namespace

Labels::Labels(const llvm::Function& function) {
  std::set<std::uint32_t> taken;
  for (const llvm::BasicBlock& block : function) {
    if (!block.hasAddressTaken()) continue;
    auto place = static_cast<std::uint32_t>(llvm::xxh3_64bits(nameOf(block)) % places);
    while (!taken.insert(place).second) ++place; // the next one that is free
    numbers_[&block] = 2 * (place + 1);
  }
}

} // namespace beagle::ir
