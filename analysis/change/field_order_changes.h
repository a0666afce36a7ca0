#pragma once

#include "analysis/ir/unit_facts.h"

#include <string>
#include <vector>

namespace beagle::change {

using FieldOrders = std::vector<ir::FieldOrder>;

/// Whether the fields that both versions have come in the same order wherever code goes by it.
[[nodiscard]] bool sameOrders(const FieldOrders& base, const FieldOrders& head);

/// "fields `x` and `y` of `Point` changed places, and values in braces go to them in that order"; empty if they come in
/// the same order. `byCompiler`: of a function that the compiler makes.
[[nodiscard]] std::string describeOrders(const FieldOrders& base, const FieldOrders& head, bool byCompiler);

} // namespace beagle::change
