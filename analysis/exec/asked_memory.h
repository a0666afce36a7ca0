#pragma once

#include "analysis/exec/models.h"
#include "analysis/ir/source_types.h"

#include <optional>
#include <string_view>

namespace beagle::exec {

/// The number of bytes that a call of a function without code asks for, as a term of 64 bits: what is called an
/// allocator and has the types of one gives that many. Nothing: it is none.
[[nodiscard]] std::optional<logic::Term> bytesAskedFor(Machine& machine, std::string_view function,
                                                       const ir::SourceFunction& source, const ir::SourceTypes& types,
                                                       const ModelCall& call);

} // namespace beagle::exec
