#include "test/oracle/cases.h"

#include "analysis/support/files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

namespace beagle::oracle {

using support::Result;

namespace {

std::optional<std::uint32_t> widthOf(const std::string& type) {
  static const std::map<std::string, std::uint32_t> widths = {
      {"_Bool", 1},    {"int8_t", 8},    {"uint8_t", 8},  {"int16_t", 16},  {"uint16_t", 16},
      {"int32_t", 32}, {"uint32_t", 32}, {"int64_t", 64}, {"uint64_t", 64}, {"int", 32}};
  if (type.starts_with("enum ")) return 32;
  const auto found = widths.find(type);
  if (found == widths.end()) return {};
  return found->second;
}

std::vector<std::string> listed(const std::string& line) {
  std::vector<std::string> items;
  std::istringstream stream(line);
  for (std::string item; std::getline(stream, item, ',');) {
    item.erase(0, item.find_first_not_of(' '));
    items.push_back(item);
  }
  return items;
}

/// "int16_t in0 : 4"
std::optional<Parameter> parameterIn(const std::string& text, std::uint32_t firstBit) {
  const std::size_t colon = text.find(" : ");
  if (colon == std::string::npos) return {};
  const std::size_t space = text.rfind(' ', colon - 1);
  if (space == std::string::npos) return {};
  Parameter parameter;
  parameter.type = text.substr(0, space);
  parameter.name = text.substr(space + 1, colon - space - 1);
  parameter.bits = static_cast<std::uint32_t>(std::atoi(text.c_str() + colon + 3));
  parameter.firstBit = firstBit;
  const auto width = widthOf(parameter.type);
  if (!width || parameter.bits == 0 || parameter.bits > *width || firstBit + parameter.bits > 16) return {};
  parameter.width = *width;
  return parameter;
}

} // namespace

Result<GeneratedProgram> readCase(const std::string& path) {
  auto content = support::DiskFiles().read(path);
  if (!content) return std::unexpected(std::move(content.error()));
  GeneratedProgram program;
  program.prefix = "case_";
  program.entry = "entry";
  std::istringstream lines(*content);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("// parameters: ")) {
      for (const std::string& item : listed(line.substr(15))) {
        auto parameter = parameterIn(item, program.inputBits());
        if (!parameter) return support::cannotRun("{}: `{}` is not `TYPE NAME : BITS`", path, item);
        program.parameters.push_back(std::move(*parameter));
      }
    }
    if (line.starts_with("// result: ")) program.resultWidth = static_cast<std::uint32_t>(std::atoi(line.c_str() + 11));
    if (line.starts_with("// watched: ")) program.watched = listed(line.substr(12));
  }
  if (program.parameters.empty()) return support::cannotRun("{}: there is no line `// parameters: ...`", path);
  program.code = text(std::move(*content));
  return program;
}

std::string describeCase(const GeneratedProgram& program) {
  std::vector<std::string> parameters;
  for (const Parameter& parameter : program.parameters)
    parameters.push_back(fmt::format("{} {} : {}", parameter.type, parameter.name, parameter.bits));
  std::string text =
      fmt::format("// ?\n// parameters: {}\n// result: {}\n", fmt::join(parameters, ", "), program.resultWidth);
  if (!program.watched.empty()) text += fmt::format("// watched: {}\n", fmt::join(program.watched, ", "));
  return text + fmt::format("#define {} entry\n", program.entry) + program.code.text();
}

} // namespace beagle::oracle
