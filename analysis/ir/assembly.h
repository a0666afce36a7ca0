#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace beagle::ir {

/// A name that assembly outside of functions defines.
struct AssemblySymbol {
  std::string name;
  bool isVisible = false; ///< to other units
  std::string target;     ///< of another name for a symbol (`.set`, `.symver`): that symbol
};

/// Labels, `.set`, `.symver`, `.comm`. Macros of the assembler are not expanded.
[[nodiscard]] std::vector<AssemblySymbol> symbolsOfAssembly(std::string_view text);

} // namespace beagle::ir
