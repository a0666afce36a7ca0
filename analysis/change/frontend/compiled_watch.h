#pragma once

#include "analysis/change/frontend/facts_collector.h"

namespace beagle::change {

/// Tells the collector of what the compiler makes code: which sides it drops as a constant decides so, in every
/// instantiation, and which functions it needs only while it compiles. After the declarations were watched.
void watchCompiled(FactsCollector& owner, clang::ASTContext& context);

} // namespace beagle::change
