#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

#include <cstdint>

namespace beagle::ir {

/// What the addresses of a function's labels (`&&label`) are as distances from its own: made of their names, so that
/// they stay where code around them changes. Natively they lie elsewhere, and in another order.
class Labels {
public:
  explicit Labels(const llvm::Function& function);
  /// Even, not 0, and another one for each block whose address is taken.
  [[nodiscard]] std::uint32_t of(const llvm::BasicBlock& block) const { return numbers_.lookup(&block); }

private:
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> numbers_;
};

} // namespace beagle::ir
