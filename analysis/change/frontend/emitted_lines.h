#pragma once

#include "analysis/change/frontend/facts_collector.h"

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace beagle::change {

/// The source function and the item that something emitted comes from, as debug info says; or -1.
[[nodiscard]] int sourceOf(FactsCollector& collector, const llvm::Function& function);
[[nodiscard]] int itemOf(FactsCollector& collector, const llvm::GlobalVariable& variable);

/// The values of each `__LINE__` of an item, as often as it is written.
[[nodiscard]] std::vector<std::uint64_t> linesWrittenIn(const FactsCollector& collector, int item);

/// Notes in the module which of its constants are line numbers. That of a failed assertion is not one of them: people
/// read it.
void markLines(llvm::Module& module, FactsCollector& collector);

} // namespace beagle::change
