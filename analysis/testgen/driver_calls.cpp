#include "analysis/testgen/driver_calls.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

namespace {

using ir::ScalarKind;

/// The type that comes back in the same registers, and the value as C.
struct Returned {
  std::string type = "void";
  std::string value;
};

class CallWriter {
public:
  CallWriter(const std::function<std::string(const Target&)>& address, std::string& problem)
      : address_(address), problem_(problem) {}

  std::string define(std::size_t number, const std::string& symbol, const std::vector<const OutsideCall*>& calls) {
    std::size_t arguments = 0;
    for (const OutsideCall* call : calls)
      arguments = std::max(arguments, std::min<std::size_t>(call->widths.size(), registers));
    const std::string type = calls.empty() ? "void" : returned(symbol, *calls.front()).type;
    std::string parameters;
    for (std::size_t i = 0; i < arguments; ++i) parameters += fmt::format("{}unsigned long a{}", i == 0 ? "" : ", ", i);
    const std::string prototype =
        fmt::format("{} beagle_call{}({})", type, number, parameters.empty() ? "void" : parameters);
    std::string text =
        fmt::format("\nstatic unsigned beagle_count{};\n{} __asm__(\"{}\");\n{} {{\n  switch (beagle_count{}++) {{\n",
                    number, prototype, symbol, prototype, number);
    for (std::size_t i = 0; i < calls.size(); ++i) text += fmt::format("  case {}:\n{}", i, once(symbol, *calls[i]));
    return text + "  }\n  abort();\n}\n";
  }

private:
  std::string once(const std::string& symbol, const OutsideCall& call) {
    std::string text;
    for (const OutsideCall::Write& write : call.writes) {
      if (write.position >= registers)
        problem_ = fmt::format("{} writes behind an argument that is not in a register", symbol);
      std::string bytes;
      for (const std::uint8_t byte : write.image.bytes)
        bytes += fmt::format("{}{:#04x}", bytes.empty() ? "" : ", ", byte);
      if (!write.image.bytes.empty())
        text += fmt::format("    memcpy((char*)a{} + {}, (const unsigned char[]){{{}}}, {});\n", write.position,
                            write.offset, bytes, write.image.bytes.size());
      for (const Pointer& pointer : write.image.pointers)
        text += fmt::format("    *(void**)(a{} + {}) = (void*)({});\n", write.position, write.offset + pointer.offset,
                            address_(pointer.target));
    }
    if (call.error) text += fmt::format("    errno = {};\n", static_cast<std::int32_t>(*call.error));
    if (call.isLast) return text + "    fflush(0);\n    abort();\n";
    const Returned result = returned(symbol, call);
    return text + (result.value.empty() ? "    return;\n" : fmt::format("    return {};\n", result.value));
  }

  Returned returned(const std::string& symbol, const OutsideCall& call) {
    if (call.results.empty()) return {};
    if (call.results.size() == 1) {
      const Scalar& result = call.results.front();
      if (result.pointer) return {"void*", fmt::format("(void*)({})", address_(*result.pointer))};
      const std::uint64_t bits = result.words.empty() ? 0 : result.words.front();
      if (result.type.kind == ScalarKind::Integer && result.type.width <= 64)
        return {"unsigned long", fmt::format("{:#x}ul", bits)};
      if (result.type.kind == ScalarKind::Float && result.type.width == 64)
        return {"double", fmt::format("((union {{ unsigned long bits; double value; }}){{{:#x}ul}}).value", bits)};
      if (result.type.kind == ScalarKind::Float && result.type.width == 32)
        return {"float", fmt::format("((union {{ unsigned bits; float value; }}){{{:#x}u}}).value", bits)};
    } else if (call.results.size() == 2 && std::ranges::all_of(call.results, [](const Scalar& each) {
                 return each.type.kind != ScalarKind::Float && each.type.width <= 64;
               })) {
      const auto word = [&](const Scalar& each) {
        return each.pointer ? fmt::format("(unsigned long)({})", address_(*each.pointer))
                            : fmt::format("{:#x}ul", each.words.empty() ? 0 : each.words.front());
      };
      return {"struct Pair", fmt::format("(struct Pair){{{}, {}}}", word(call.results[0]), word(call.results[1]))};
    }
    problem_ = fmt::format("{} returns what has no simple type", symbol);
    return {};
  }

  const std::function<std::string(const Target&)>& address_;
  std::string& problem_;
};

std::vector<std::string> symbolsOf(const ConcreteInput& input) {
  std::vector<std::string> symbols;
  for (const OutsideCall& call : input.calls)
    if (std::ranges::find(symbols, call.symbol) == symbols.end()) symbols.push_back(call.symbol);
  return symbols;
}

} // namespace

std::string outsideName(const ConcreteInput& input, std::string_view symbol) {
  const std::vector<std::string> symbols = symbolsOf(input);
  const auto known = std::ranges::find(symbols, symbol);
  return known == symbols.end() ? "" : fmt::format("beagle_call{}", known - symbols.begin());
}

std::string outsideDefinitions(const ConcreteInput& input, const std::function<std::string(const Target&)>& address,
                               std::string& problem) {
  const std::vector<std::string> symbols = symbolsOf(input);
  if (symbols.empty()) return "";
  CallWriter writer(address, problem);
  std::string text = "\n// What functions without code do: what the input says.\n"
                     "struct Pair {\n  unsigned long first, second;\n};\n";
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    std::vector<const OutsideCall*> calls;
    for (const OutsideCall& call : input.calls)
      if (call.symbol == symbols[i]) calls.push_back(&call);
    text += writer.define(i, symbols[i], calls);
  }
  return text;
}

} // namespace beagle::testgen
