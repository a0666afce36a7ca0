#pragma once

#include "analysis/exec/models.h"
#include "analysis/ir/source_types.h"

#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace beagle::exec {

/// What a call of an allocator without code asks for.
struct AskedMemory {
  Term bytes;                     ///< of 64 bits
  std::vector<std::size_t> sizes; ///< the arguments that say so
  bool isCleared = false;         ///< its name says that there is nothing but zeros in it
  bool isNew = false;             ///< nothing says that what it holds means anything
  bool isNeverNull = false;       ///< the program ends instead, as with xmalloc
  bool isUnseen = false;          ///< as of malloc, nobody sees that it was called
};
/// Nothing: it is called no allocator, or has not the types of one.
[[nodiscard]] std::optional<AskedMemory> askedBy(Machine& machine, std::string_view function,
                                                 const ir::SourceFunction& source, const ir::SourceTypes& types,
                                                 const ModelCall& call);

/// The argument whose memory a function without code takes back by its name, where it is told no more of it than its
/// address; none: it takes nothing back.
[[nodiscard]] std::optional<std::size_t> takenBack(std::string_view function, const ir::SourceFunction& source,
                                                   const ir::SourceTypes& types);

/// The memory of allocators without code to which something leads that is there after the run, or that a function
/// without code got.
[[nodiscard]] std::set<ObjectId> reachedAsked(const State& state);

} // namespace beagle::exec
