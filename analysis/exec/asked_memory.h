#pragma once

#include "analysis/exec/models.h"
#include "analysis/ir/source_types.h"

#include <optional>
#include <set>
#include <string_view>

namespace beagle::exec {

/// The number of bytes that a call of a function without code asks for, as a term of 64 bits: what is called an
/// allocator and has the types of one gives that many. Nothing: it is none.
[[nodiscard]] std::optional<logic::Term> bytesAskedFor(Machine& machine, std::string_view function,
                                                       const ir::SourceFunction& source, const ir::SourceTypes& types,
                                                       const ModelCall& call);

/// Whether the name of an allocator says that there is nothing but zeros in what it gives.
[[nodiscard]] bool clearsItsMemory(std::string_view function);

/// Whether it takes memory back, by its name, where it is told no more of it than its address: what stands there is
/// nobody's business any more.
[[nodiscard]] bool takesBack(std::string_view function, const ir::SourceParameter& parameter,
                             const ir::SourceTypes& types);

/// The memory of allocators without code to which something leads that is there after the run, or that a function
/// without code got.
[[nodiscard]] std::set<ObjectId> reachedAsked(const State& state);

} // namespace beagle::exec
