#include "analysis/change/body_aligner.h"

namespace beagle::change {

using support::Result;

Result<llvm::Function*> BodyAligner::body(bool isBase, SymbolRef ref) {
  const Program& program = isBase ? base_ : head_;
  auto it = modules_.find({isBase, ref.unit});
  if (it == modules_.end()) {
    auto bytes = bitcode_(isBase, ref.unit);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    auto module = ir::BitcodeModule::open(std::move(*bytes), program.units[ref.unit].id);
    if (!module) return std::unexpected(std::move(module.error()));
    it = modules_.emplace(std::pair(isBase, ref.unit), std::move(*module)).first;
  }
  return it->second.function(program.function(ref.unit, ref.index).symbol);
}

Result<Alignment> BodyAligner::align(SymbolRef base, SymbolRef head) {
  auto before = body(true, base);
  if (!before) return std::unexpected(std::move(before.error()));
  auto after = body(false, head);
  if (!after) return std::unexpected(std::move(after.error()));
  return change::align(**before, **after);
}

} // namespace beagle::change
