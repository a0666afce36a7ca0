#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace beagle::support {

/// How text may be dressed on one output stream.
struct Terminal {
  bool colours = false;     ///< never on a file or pipe, never with NO_COLOR
  bool interactive = false; ///< a person may be watching: lines can be redrawn
  unsigned width = 80;

  /// Looks at a file descriptor and at NO_COLOR, TERM.
  [[nodiscard]] static Terminal of(int descriptor);
};

enum class Colour { Plain, Bold, Dim, Red, Green, Yellow, Blue, Cyan };

/// The text, coloured where the terminal can show it.
[[nodiscard]] std::string paint(const Terminal& terminal, Colour colour, std::string_view text);

/// Writes to a stream for people. That nobody can read it any more is no reason to stop.
void tell(std::FILE* stream, std::string_view text);

} // namespace beagle::support
