#include "analysis/testgen/runner.h"

#include "analysis/ir/export.h"
#include "analysis/testgen/c_call.h"
#include "analysis/testgen/runner_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace beagle::testgen {

namespace {

std::string globalTable(const NativeInterface& interface) {
  // Thread-local ones have no constant address.
  std::string text = fmt::format("static struct Global beagle_globals[{}];\nstatic void beagle_findGlobals(void) {{\n",
                                 interface.globals.size() + 1);
  for (std::size_t i = 0; i < interface.globals.size(); ++i)
    text += fmt::format("  beagle_globals[{0}] = (struct Global){{global{0}, {1}}};\n", i, interface.globals[i].size);
  return text + "}\n";
}

std::size_t scalars(const std::vector<ir::PassedValue>& values) {
  return std::accumulate(values.begin(), values.end(), std::size_t{0},
                         [](std::size_t sum, const ir::PassedValue& value) { return sum + value.lanes; });
}

std::string functionTable(const NativeInterface& interface) {
  std::string text, table;
  for (std::size_t i = 0; i < interface.functions.size(); ++i) {
    text += fmt::format("extern void function{}(void) __asm__(\"{}\");\n", i, interface.functions[i].symbol);
    table += fmt::format("(void*)function{}, ", i);
  }
  return text + "static void* beagle_functions[] = {" + table + "0};\n";
}

/// Reads the arguments from `arguments`, calls, and leaves the results in `results`.
std::string callFunction(const ir::CallShape& shape) {
  const std::size_t resultCount = scalars(shape.results);
  std::string text = fmt::format("static _Alignas(16) Byte beagle_arguments[{}][16], beagle_results[{}][16];\n"
                                 "static Word beagle_resultSizes[{}];\nstatic void beagle_call(void) {{\n",
                                 scalars(shape.arguments) + 1, resultCount + 1, resultCount + 1);
  std::size_t scalar = 0;
  for (std::size_t i = 0; i < shape.arguments.size(); ++i) {
    const ir::PassedValue& value = shape.arguments[i];
    text += fmt::format("  {} argument{};\n", cType(value, i), i);
    if (value.byvalSize != 0) {
      text += fmt::format("  __builtin_memcpy(&argument{}, *(void**)beagle_arguments[{}], {});\n", i, scalar,
                          value.byvalSize);
    } else if (value.isVector) {
      for (std::uint32_t lane = 0; lane < value.lanes; ++lane)
        text +=
            fmt::format("  argument{}[{}] = *({}*)beagle_arguments[{}];\n", i, lane, laneType(value), scalar + lane);
    } else {
      text += fmt::format("  argument{} = *({}*)beagle_arguments[{}];\n", i, laneType(value), scalar);
    }
    scalar += value.lanes;
  }
  text += "  " + callText(shape) + "\n";
  const std::vector<std::string> results = resultTexts(shape);
  scalar = 0;
  for (const ir::PassedValue& value : shape.results)
    for (std::uint32_t lane = 0; lane < value.lanes; ++lane, ++scalar)
      text += fmt::format("  *({0}*)beagle_results[{1}] = {2};\n  beagle_resultSizes[{1}] = {3};\n", laneType(value),
                          scalar, results[scalar], (value.type.width + 7U) / 8);
  return text + "}\n";
}

bool isIdentifier(const std::string& symbol) {
  return !symbol.empty() && std::ranges::all_of(symbol, [](char c) {
    return c == '_' || c == '$' || c == '.' || std::isalnum(static_cast<unsigned char>(c));
  });
}

} // namespace

std::string callerSource(const NativeInterface& interface) {
  std::vector<std::size_t> all(interface.globals.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return std::string(entryTypes()) + declarations(interface, all) + globalTable(interface) + functionTable(interface) +
         callFunction(interface.shape) +
         fmt::format(
             "struct Entry beagle_entry = {{beagle_globals, {}, beagle_functions, beagle_arguments, {}, beagle_results, "
             "beagle_resultSizes, {}, beagle_findGlobals, beagle_call, {}}};\n",
             interface.globals.size(), scalars(interface.shape.arguments), scalars(interface.shape.results),
             interface.isMain ? 1 : 0);
}

std::string stubSource(const std::vector<std::string>& symbols, const NativeInterface& interface) {
  std::string text = "extern long syscall(long, ...);\nextern void abort(void);\n";
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!isIdentifier(symbols[i])) continue;
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

std::string outsideSource(const std::set<std::string>& symbols, const std::set<std::string>& instead) {
  // Whatever such a function is given and gives back, it is in these registers.
  std::string text =
      "#if defined __x86_64__\n"
      "#define OUTSIDE(NUMBER, NAME, LABEL) \\\n"
      "  static const char name##NUMBER[] __attribute__((used)) = NAME; \\\n"
      "  __asm__(\".text\\n.globl \" LABEL \"\\n.type \" LABEL \", @function\\n\" LABEL \":\\n\" \\\n"
      "          \"push %rbp\\nmov %rsp, %rbp\\nsub $96, %rsp\\n\" \\\n"
      "          \"mov %rdi, (%rsp)\\nmov %rsi, 8(%rsp)\\nmov %rdx, 16(%rsp)\\n\" \\\n"
      "          \"mov %rcx, 24(%rsp)\\nmov %r8, 32(%rsp)\\nmov %r9, 40(%rsp)\\n\" \\\n"
      "          \"lea name\" #NUMBER \"(%rip), %rdi\\nmov %rsp, %rsi\\ncall beagle_outside\\n\" \\\n"
      "          \"mov 48(%rsp), %rax\\nmov 56(%rsp), %rdx\\nmovups 64(%rsp), %xmm0\\nmovups 80(%rsp), %xmm1\\n\" \\\n"
      "          \"leave\\nret\\n\");\n"
      "#endif\n";
  std::size_t number = 0;
  for (const std::string& symbol : symbols)
    if (isIdentifier(symbol))
      text += fmt::format("OUTSIDE({}, \"{}\", \"{}\")\n", number++, symbol,
                          instead.contains(symbol) ? ir::calledInstead(symbol) : symbol);
  return text;
}

} // namespace beagle::testgen
