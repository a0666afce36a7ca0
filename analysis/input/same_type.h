#pragma once

#include "analysis/ir/source_types.h"

namespace beagle::input {

/// Whether two types, of two versions, are the same: names, sizes, members and their places.
[[nodiscard]] bool isSameType(const ir::SourceTypes& types, ir::TypeIndex index, const ir::SourceTypes& otherTypes,
                              ir::TypeIndex other);

} // namespace beagle::input
