#include "analysis/change/body_aligner.h"

#include <future>

namespace beagle::change {

using support::Result;

Result<llvm::Function*> BodyAligner::body(bool isBase, SymbolRef ref) {
  auto& [program, modules] = isBase ? base_ : head_;
  auto it = modules.find(ref.unit);
  if (it == modules.end()) {
    auto bytes = bitcode_(isBase, ref.unit);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    auto module = ir::BitcodeModule::open(std::move(*bytes), program.units[ref.unit].id);
    if (!module) return std::unexpected(std::move(module.error()));
    it = modules.emplace(ref.unit, std::move(*module)).first;
  }
  return it->second.function(program.function(ref.unit, ref.index).symbol);
}

Result<Alignment> BodyAligner::align(SymbolRef base, SymbolRef head) {
  auto baseWork = std::async(std::launch::async, [&] { return body(true, base); });
  auto after = body(false, head);
  auto before = baseWork.get();
  if (!before) return std::unexpected(std::move(before.error()));
  if (!after) return std::unexpected(std::move(after.error()));
  return change::align(**before, **after);
}

} // namespace beagle::change
