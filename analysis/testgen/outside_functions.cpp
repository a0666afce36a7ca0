#include "analysis/testgen/outside_functions.h"

#include "analysis/testgen/native_interface.h"
#include "analysis/testgen/test_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace beagle::testgen {

namespace {

/// The results of all calls, as the source writes them; nothing when one has no literal.
std::optional<std::vector<std::string>> resultsOf(const std::vector<const OutsideCall*>& calls,
                                                  const ir::SourceType& type, Language language) {
  std::vector<std::string> values;
  for (const OutsideCall* call : calls) {
    if (call->results.size() != 1 || call->results.front().pointer || call->results.front().words.empty())
      return std::nullopt;
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t i = 0; i < type.size && i < 8; ++i)
      bytes.push_back(static_cast<std::uint8_t>(call->results.front().words.front() >> (8 * i)));
    values.push_back(literal(type, bytes, language));
    if (values.back().empty()) return std::nullopt;
  }
  return values;
}

std::optional<std::string> definition(const ir::Program& program, const ir::SourceTypes& types,
                                      const std::string& symbol, const std::vector<const OutsideCall*>& calls,
                                      Language language) {
  const auto index = program.find(symbol);
  const ir::SourceFunction function = index ? types.function(*index) : ir::SourceFunction{};
  const std::string name = nameInSource(symbol);
  if (!function.isKnown || function.isVariadic || name.empty()) return std::nullopt;
  std::string parameters;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const std::string one =
        declared(types, function.parameters[i].type, language.isCxx ? "" : fmt::format("argument{}", i + 1));
    if (one.empty()) return std::nullopt;
    parameters += (parameters.empty() ? "" : ", ") + one;
  }
  if (parameters.empty()) parameters = "void";
  for (const OutsideCall* call : calls)
    if (call->isLast || !call->writes.empty()) return std::nullopt;
  const std::string shown =
      fmt::format("\n/* {}() has no code here: it returns what it returned when the difference was found. */\n", name);
  const std::string head = declared(types, function.result, fmt::format("{}({})", name, parameters));
  if (head.empty()) return std::nullopt;
  // What calls leave in errno, where the program looks at it.
  std::string errors, leaves;
  if (std::ranges::all_of(calls, [](const OutsideCall* call) { return call->error.has_value(); })) {
    for (const OutsideCall* call : calls)
      errors += fmt::format("{}{}", errors.empty() ? "" : ", ", static_cast<std::int32_t>(*call->error));
    errors = fmt::format("  static const int errors[] = {{{}}};\n", errors);
    leaves = "  errno = errors[calls];\n";
  }
  const std::string count = fmt::format("  static unsigned calls;\n  if (calls == {}) abort();\n", calls.size());
  if (function.result == ir::none)
    return errors.empty() ? fmt::format("{}{} {{}}\n", shown, head)
                          : fmt::format("{}{} {{\n{}{}{}  calls++;\n}}\n", shown, head, errors, count, leaves);
  const auto values = resultsOf(calls, types.type(function.result), language);
  if (!values) return std::nullopt;
  std::string list;
  for (const std::string& value : *values) list += (list.empty() ? "" : ", ") + value;
  return fmt::format("{}{} {{\n  static const {} = {{{}}};\n{}{}{}  return results[calls++];\n}}\n", shown, head,
                     declared(types, function.result, "results[]"), list, errors, count, leaves);
}

} // namespace

std::optional<std::string> outsideFunctions(const ir::Program& program, const ir::SourceTypes& types,
                                            const ConcreteInput& input, Language language) {
  const FunctionNames names = functionsIn(std::span(&input, 1));
  std::string text;
  for (const std::string& symbol : names.outside) {
    if (names.targets.contains(symbol)) return std::nullopt; // by its address
    std::vector<const OutsideCall*> calls;
    for (const OutsideCall& call : input.calls)
      if (call.symbol == symbol) calls.push_back(&call);
    const auto one = definition(program, types, symbol, calls, language);
    if (!one) return std::nullopt;
    text += *one;
  }
  return text;
}

} // namespace beagle::testgen
