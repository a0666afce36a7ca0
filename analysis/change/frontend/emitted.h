#pragma once

#include "analysis/change/frontend/facts_collector.h"

namespace llvm {
class Module;
} // namespace llvm

namespace beagle::change {

/// The emitted side of a unit's facts: every function and variable with its canonical code, every other name that it
/// defines, and what it has run before and after `main`. The module is good for nothing else afterwards.
void addEmitted(llvm::Module& module, FactsCollector& collector);

} // namespace beagle::change
