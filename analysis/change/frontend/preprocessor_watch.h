#pragma once

#include "analysis/change/frontend/facts_collector.h"

namespace beagle::change {

/// Tells the collector of macros, where they are used, and what conditional compilation leaves out.
[[nodiscard]] std::unique_ptr<clang::PPCallbacks> watchPreprocessor(FactsCollector& owner);

} // namespace beagle::change
