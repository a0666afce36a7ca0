#pragma once

#include "analysis/change/frontend/facts_collector.h"

namespace beagle::change {

/// Tells the collector of functions, types, enums and variables of the project, and who mentions them.
void watchDeclarations(FactsCollector& owner, clang::ASTContext& context);

} // namespace beagle::change
