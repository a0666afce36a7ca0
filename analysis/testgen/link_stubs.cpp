#include "analysis/testgen/link_stubs.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

std::string stubSource(const std::vector<std::string>& symbols, const NativeInterface& interface) {
  std::string text = "extern long syscall(long, ...);\nextern void abort(void);\n";
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!isPlainSymbol(symbols[i])) continue;
    const auto global = std::ranges::find(interface.globals, symbols[i], &NativeInterface::Global::symbol);
    if (global != interface.globals.end()) {
      text += fmt::format("{}__attribute__((aligned(16))) unsigned char stub{}[{}] __asm__(\"{}\");\n",
                          global->isThreadLocal ? "_Thread_local " : "", i, global->size, symbols[i]);
      continue;
    }
    const std::string message = fmt::format("{}{}", stubMessage, symbols[i]);
    text += fmt::format("void stub{0}(void) __asm__(\"{1}\");\nvoid stub{0}(void) {{\n"
                        "  syscall(1, 2, \"{2}\\n\", {3}L);\n  abort();\n}}\n",
                        i, symbols[i], message, message.size() + 1);
  }
  return text;
}

bool isPlainSymbol(std::string_view symbol) {
  return !symbol.empty() && std::ranges::all_of(symbol, [](char c) {
    return c == '_' || c == '$' || c == '.' || std::isalnum(static_cast<unsigned char>(c));
  });
}

} // namespace beagle::testgen
