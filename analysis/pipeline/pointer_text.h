#pragma once

#include "analysis/exec/harness.h"
#include "analysis/exec/machine.h"
#include "analysis/logic/evaluate.h"

#include <string>

namespace beagle::pipeline {

/// Where a pointer into an object leads, as the source would say it: "p->next", "&table[2]", "&list->items + 3 bytes";
/// "a pointer" to what has no name there.
[[nodiscard]] std::string pointerText(const exec::Machine& machine, const exec::Harness& harness,
                                      const exec::State& state, const exec::Value& pointer,
                                      logic::Evaluator& evaluator);
/// A part of an input, of which the value is "null", "7", "s->room + 3".
[[nodiscard]] std::string valueText(const exec::ShownInput& shown);

} // namespace beagle::pipeline
