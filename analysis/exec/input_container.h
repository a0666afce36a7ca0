#pragma once

#include "analysis/input/container.h"
#include "analysis/logic/term.h"

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::exec {

/// A list, map or the like of the input, by its access path: the same in every state. Its nodes are pointers
/// of the input, of which the i-th is null when there are not more than i elements.
///
/// Where its pointers lead often depends on how many elements it has, as that to the last node does: such a
/// one is a *link*, a pointer of the input that stands for one of several places until a run reads it. Then
/// the run asks how many elements there are, and all links of the container become the pointers that they
/// are.
struct InputContainer {
  std::string path;
  input::Container form;
  std::uint64_t offset = 0; ///< in the object that it stands in
  logic::Term size;
  std::uint32_t most = 0;             ///< elements
  std::vector<std::uint32_t> nodes;   ///< numbers of pointers (input::Leaves); of a deque: of its block and its table
  std::uint32_t firstLink = ir::none; ///< number of the pointer; none: it has no links
};

} // namespace beagle::exec
