#include "analysis/support/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace beagle::support {

Terminal Terminal::of(int descriptor) {
  Terminal terminal;
  if (!::isatty(descriptor)) return terminal;
  const char* kind = ::getenv("TERM");
  const bool dumb = !kind || std::string_view(kind) == "dumb";
  const char* noColour = ::getenv("NO_COLOR");
  terminal.colours = !dumb && !(noColour && *noColour);
  terminal.interactive = !dumb;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
  return terminal;
}

std::string paint(const Terminal& terminal, Colour colour, std::string_view text) {
  if (!terminal.colours || colour == Colour::Plain) return std::string(text);
  const int code = [&] {
    switch (colour) {
    case Colour::Plain: return 0;
    case Colour::Bold: return 1;
    case Colour::Dim: return 2;
    case Colour::Red: return 31;
    case Colour::Green: return 32;
    case Colour::Yellow: return 33;
    case Colour::Blue: return 34;
    case Colour::Cyan: return 36;
    }
    return 0;
  }();
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

void tell(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

} // namespace beagle::support
