#include "analysis/testgen/c_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

using ir::PassedValue;
using ir::ScalarKind;

namespace {

/// By number of logic's FloatFormat.
constexpr std::string_view floatTypes[] = {"_Float16", "__bf16", "float", "double", "long double", "__float128"};

std::string integerType(std::uint32_t width, bool isSigned) {
  if (width == 1) return "_Bool";
  if (width <= 8) return isSigned ? "signed char" : "unsigned char";
  if (width <= 16) return isSigned ? "short" : "unsigned short";
  if (width <= 32) return isSigned ? "int" : "unsigned";
  if (width <= 64) return "unsigned long";
  return "unsigned __int128";
}

std::string unsupported(const PassedValue& value) {
  if (value.type.kind == ScalarKind::Integer && value.type.width > 128)
    return fmt::format("a value of {} bits", value.type.width);
  if (value.type.kind == ScalarKind::Float && value.type.format >= std::size(floatTypes))
    return "a float of its own kind";
  if (!value.isVector) return "";
  const std::uint64_t bytes = static_cast<std::uint64_t>(value.type.width) / 8 * value.lanes;
  if (value.type.width % 8 != 0 || (bytes & (bytes - 1)) != 0 || bytes < 8 || bytes > 16)
    return fmt::format("a vector of {} bytes", bytes);
  return "";
}

/// A struct of the size that is never passed in registers: one of its fields is not aligned.
std::string stackCopy(const PassedValue& value, std::size_t number) {
  if (value.byvalSize > 16)
    return fmt::format("struct __attribute__((aligned({}))) Copy{} {{\n  unsigned char bytes[{}];\n}};\n",
                       value.byvalAlignment, number, value.byvalSize);
  const std::string inner =
      value.byvalSize < 3
          ? fmt::format("unsigned char bytes[{}];", value.byvalSize)
          : fmt::format("unsigned char first; unsigned short second; unsigned char rest[{}];", value.byvalSize - 3);
  return fmt::format("struct __attribute__((packed, aligned({}))) Copy{} {{ {} }};\n", value.byvalAlignment, number,
                     inner);
}

std::string resultType(const ir::CallShape& shape) {
  if (shape.results.empty()) return "void";
  if (shape.results.size() == 1) return cType(shape.results.front(), shape.arguments.size());
  return "struct Result";
}

} // namespace

std::string unsupportedInC(const ir::CallShape& shape) {
  if (!shape.unsupported.empty()) return shape.unsupported;
  for (const std::vector<PassedValue>* values : {&shape.arguments, &shape.results})
    for (const PassedValue& value : *values)
      if (std::string problem = unsupported(value); !problem.empty()) return problem;
  if (shape.results.size() > 2) return "a result in more than two places";
  const bool isX87Pair = shape.results.size() == 2 && std::ranges::any_of(shape.results, [](const PassedValue& value) {
                           return value.type.kind == ScalarKind::Float && value.type.width == 80;
                         });
  return isX87Pair ? "a complex long double as its result" : "";
}

std::string laneType(const PassedValue& value) {
  switch (value.type.kind) {
  case ScalarKind::Pointer: return "void*";
  case ScalarKind::Float: return std::string(floatTypes[value.type.format]);
  case ScalarKind::Integer: break;
  }
  return integerType(value.type.width, value.isSigned);
}

std::string cType(const PassedValue& value, std::size_t number) {
  if (value.byvalSize != 0) return fmt::format("struct Copy{}", number);
  if (value.isVector) return fmt::format("Vector{}", number);
  return laneType(value);
}

std::string declarations(const NativeInterface& interface, const std::vector<std::size_t>& globals) {
  const ir::CallShape& shape = interface.shape;
  std::string text;
  const auto declareType = [&](const PassedValue& value, std::size_t number) {
    if (value.byvalSize != 0) text += stackCopy(value, number);
    else if (value.isVector)
      text += fmt::format("typedef {} Vector{} __attribute__((vector_size({})));\n", laneType(value), number,
                          value.type.width / 8U * value.lanes);
  };
  for (std::size_t i = 0; i < shape.arguments.size(); ++i) declareType(shape.arguments[i], i);
  for (std::size_t i = 0; i < shape.results.size(); ++i) declareType(shape.results[i], shape.arguments.size() + i);
  if (shape.results.size() > 1) {
    text += "struct Result {\n";
    for (std::size_t i = 0; i < shape.results.size(); ++i)
      text += fmt::format("  {} part{};\n", cType(shape.results[i], shape.arguments.size() + i), i);
    text += "};\n";
  }
  std::string parameters;
  for (std::size_t i = 0; i < shape.arguments.size(); ++i)
    parameters += fmt::format("{}{}", i == 0 ? "" : ", ", cType(shape.arguments[i], i));
  if (shape.isVariadic) parameters += parameters.empty() ? "" : ", ...";
  text += fmt::format("extern {} entry({}) __asm__(\"{}\");\n", resultType(shape),
                      parameters.empty() ? "void" : parameters, interface.symbol);
  for (const std::size_t number : globals) {
    const NativeInterface::Global& global = interface.globals[number];
    text += fmt::format("extern {}unsigned char global{}[{}] __asm__(\"{}\");\n",
                        global.isThreadLocal ? "_Thread_local " : "", number, global.size, global.symbol);
  }
  return text;
}

std::string callText(const ir::CallShape& shape) {
  std::string arguments;
  for (std::size_t i = 0; i < shape.arguments.size(); ++i)
    arguments += fmt::format("{}argument{}", i == 0 ? "" : ", ", i);
  const std::string call = fmt::format("entry({});", arguments);
  return shape.results.empty() ? call : fmt::format("{} result = {}", resultType(shape), call);
}

std::vector<std::string> resultTexts(const ir::CallShape& shape) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < shape.results.size(); ++i) {
    const std::string name = shape.results.size() == 1 ? "result" : fmt::format("result.part{}", i);
    for (std::uint32_t lane = 0; lane < shape.results[i].lanes; ++lane)
      texts.push_back(shape.results[i].isVector ? fmt::format("{}[{}]", name, lane) : name);
  }
  return texts;
}

} // namespace beagle::testgen
