#pragma once

#include "analysis/exec/runtime/cxx/engine.h"

#include <locale>

namespace beagle {

/// The facets of the locale "C".
void forEachFacet(void (*visit)(const std::locale::id& id, const std::locale::facet* facet));

} // namespace beagle
