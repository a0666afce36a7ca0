#include "analysis/testgen/link_stubs.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

std::string stubSource(const std::vector<std::string>& symbols, const NativeInterface& interface) {
  // Whatever type its result has, it is zero.
  std::string text = "extern void beagle_missing(const char*);\n"
                     "struct zero { unsigned long integers; double floats; };\n";
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!isPlainSymbol(symbols[i])) continue;
    const auto global = std::ranges::find(interface.globals, symbols[i], &NativeInterface::Global::symbol);
    if (global != interface.globals.end()) {
      text += fmt::format("{}__attribute__((aligned(16))) unsigned char stub{}[{}] __asm__(\"{}\");\n",
                          global->isThreadLocal ? "_Thread_local " : "", i, global->size, symbols[i]);
      continue;
    }
    text += fmt::format("struct zero stub{0}(void) __asm__(\"{1}\");\nstruct zero stub{0}(void) {{\n"
                        "  beagle_missing(\"{1}\");\n  return (struct zero){{0, 0}};\n}}\n",
                        i, symbols[i]);
  }
  return text;
}

bool isPlainSymbol(std::string_view symbol) {
  return !symbol.empty() && std::ranges::all_of(symbol, [](char c) {
    return c == '_' || c == '$' || c == '.' || std::isalnum(static_cast<unsigned char>(c));
  });
}

} // namespace beagle::testgen
