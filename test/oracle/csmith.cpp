#include "test/oracle/csmith.h"

#include "analysis/support/process.h"

#include <fmt/format.h>

#include <filesystem>
#include <regex>
#include <sstream>

namespace beagle::oracle {

using support::Result;

namespace {

constexpr std::size_t mostInputs = 4;

/// "static int32_t g_2 = 0x5L;": the names of such globals, the first few.
std::vector<std::string> scalarGlobals(const std::string& source) {
  static const std::regex scalar(R"(^static u?int\d+_t (g_\d+) = )");
  std::vector<std::string> names;
  std::istringstream lines(source);
  std::smatch match;
  for (std::string line; std::getline(lines, line) && names.size() < mostInputs;)
    if (std::regex_search(line, match, scalar)) names.push_back(match[1]);
  return names;
}

} // namespace

Result<std::optional<GeneratedProgram>> csmithProgram(const std::string& csmith, std::uint64_t seed) {
  support::Command command;
  command.arguments = {csmith,
                       "--seed",
                       std::to_string(seed),
                       "--concise",
                       "--no-volatiles",
                       "--max-funcs",
                       "5",
                       "--max-block-depth",
                       "3",
                       "--max-block-size",
                       "4",
                       "--max-expr-complexity",
                       "8",
                       "--max-array-len-per-dim",
                       "6",
                       "--max-struct-fields",
                       "4"};
  command.folder = std::filesystem::temp_directory_path(); // csmith leaves a file where it runs
  command.limits.wallTime = std::chrono::seconds(30);
  support::SystemProcesses processes;
  const auto done = processes.run(command);
  if (!done) return std::unexpected(done.error());
  if (!done->ok()) return std::optional<GeneratedProgram>();
  const std::vector<std::string> globals = scalarGlobals(done->output);
  if (globals.empty()) return std::optional<GeneratedProgram>();
  GeneratedProgram program;
  program.number = seed;
  program.prefix = "csmith_";
  program.entry = "entry";
  std::string parameters;
  std::string assignments;
  for (std::size_t i = 0; i < globals.size(); ++i) {
    const auto bits = static_cast<std::uint32_t>(8 / globals.size());
    program.parameters.push_back({fmt::format("in{}", i), "uint8_t", 8, bits, static_cast<std::uint32_t>(i * bits)});
    parameters += fmt::format("{}uint8_t in{}", i == 0 ? "" : ", ", i);
    assignments += fmt::format("  {} = (in{} & {}) * {};\n", globals[i], i, (1U << bits) - 1, i % 2 == 0 ? 1 : -37);
  }
  program.code =
      text("#ifdef ORACLE_NATIVE\n#pragma clang section data=\"csmith_globals\"\n#endif\n#define main "
           "csmith_main\n" +
           done->output +
           fmt::format("#undef main\nuint64_t entry({}) {{\n{}  csmith_main(1, 0);\n  return oracle_sum;\n}}\n",
                       parameters, assignments));
  return std::optional(std::move(program));
}

} // namespace beagle::oracle
