#pragma once

#include "analysis/ir/program.h"

#include <optional>
#include <set>
#include <vector>

namespace beagle::ir {

/// What the code of a function shows of a parameter that is a pointer, by the number of the source's parameter.
struct BufferHint {
  std::optional<unsigned> count; ///< the parameter that counts its elements, or bytes: an index below it is used
  bool isBytes = false;          ///< of `count`: bytes, whatever the elements are
  bool isLast = false;           ///< of `count`: it is the number of the last element, from 0
  /// Parameters that an index is a product with, as rows of a table are: they do not count all of its elements.
  std::set<unsigned> factors;
  std::optional<unsigned> end; ///< the parameter that points behind its last element
  bool isText = false;         ///< given to functions that look for a NUL
  bool isTerminated = false;   ///< its elements, pointers, are compared with null
  bool isArray = false;        ///< more than its first element may be used
  bool isIndexed = false;      ///< and some code does so; else it is only handed on to where nobody sees it
  /// The largest record that some code takes its first element for, as Access has its name; "": none.
  std::string record;
  std::uint64_t recordSize = 0;
  std::uint64_t reach = 0; ///< bytes up to the end of the last record that code takes for one inside of it
  std::uint64_t bytes = 0; ///< that are used at once at its beginning: an element may be smaller
};

/// One for each source parameter, as far as the function's code and the code that it calls show it. Nothing is
/// promised: it is how one would guess when reading the code.
[[nodiscard]] std::vector<BufferHint> bufferHints(const Program& program, FunctionIndex function);

} // namespace beagle::ir
