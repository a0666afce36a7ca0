#include "analysis/ir/opcodes.h"

#include <array>

namespace beagle::ir {

std::string_view nameOf(Opcode op) {
  static constexpr std::array<std::string_view, static_cast<std::size_t>(Opcode::Unsupported) + 1> names{
#define X(name) #name,
      BEAGLE_OPCODES(X)
#undef X
  };
  return names[static_cast<std::size_t>(op)];
}

} // namespace beagle::ir
