#include "analysis/testgen/project_units.h"

#include "analysis/build/units.h"
#include "analysis/support/text.h"
#include "analysis/testgen/native_paths.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::testgen {

using support::Result;

namespace {

/// What has to be known of values goes on, so that one run tells all; only addresses end it.
constexpr std::string_view sanitizers[] = {"-fsanitize=address,undefined", "-fno-sanitize=vptr,function",
                                           "-fsanitize-recover=undefined", "-fno-omit-frame-pointer"};

std::string levelOf(const build::CompileCommand& command) {
  std::string level = "-O0";
  for (const std::string& argument : command.arguments)
    if (argument.starts_with("-O")) level = argument;
  return level;
}

std::vector<std::string> stepOf(const build::CompileCommand& command, const std::string& output) {
  std::vector<std::string> arguments = build::bitcodeArguments(command);
  std::string file = std::move(arguments.back());
  arguments.pop_back();
  arguments.insert(arguments.end(), std::begin(sanitizers), std::end(sanitizers));
  for (std::string argument : {std::string("-o"), output, std::move(file)}) arguments.push_back(std::move(argument));
  return arguments;
}

build::SandboxedCommand commandIn(const std::string& directory, const ProjectSource& source,
                                  const std::string& scratch) {
  build::SandboxedCommand result;
  result.binds = source.binds;
  result.binds.push_back({scratch, std::string(nativeRoot), true});
  result.folder = directory;
  result.limits.addressSpace = 16ULL << 30;
  result.limits.fileSize = 2ULL << 30;
  return result;
}

/// Compiles as many of the commands, from the first on, as one sandbox takes, and gives how many that are.
Result<std::size_t> compileFirst(std::span<const build::CompileCommand> commands, std::span<const std::string> outputs,
                                 const build::Sandbox& sandbox, const std::string& scratch, const ProjectSource& source,
                                 const Compiler& compiler, const support::CancelToken& cancel) {
  std::vector<std::vector<std::string>> steps;
  for (std::size_t i = 0; i < commands.size() && commands[i].directory == commands.front().directory; ++i)
    steps.push_back(stepOf(commands[i], support::joinPath(nativeRoot, outputs[i])));
  build::SandboxedCommand command = commandIn(commands.front().directory, source, scratch);
  const std::size_t count = compiler.setIn(command, steps);
  auto ran = sandbox.run(command, cancel);
  if (!ran) return std::unexpected(std::move(ran.error()));
  if (ran->end == support::ProcessResult::End::Cancelled)
    return std::unexpected(support::Error(support::ErrorKind::Cancelled, "building the replay was cancelled"));
  if (ran->ok()) return count;
  const auto failed = Compiler::failedStep(*ran, count);
  return support::cannotRun("{} does not compile with sanitizers: {}", failed ? commands[*failed].file : "the program",
                            Compiler::whyNot(*ran));
}

} // namespace

Result<std::vector<NativeUnit>> unitsAsBuilt(const build::Sandbox& sandbox, support::Files& files,
                                             const std::string& scratch, const ProjectSource& source,
                                             const Compiler& compiler, const support::CancelToken& cancel) {
  std::vector<std::string> outputs;
  for (std::size_t i = 0; i < source.commands.size(); ++i) outputs.push_back(fmt::format("built-{}.bc", i));
  const std::span<const build::CompileCommand> commands(source.commands);
  for (std::size_t done = 0; done < commands.size();) {
    const auto count = compileFirst(commands.subspan(done), std::span(outputs).subspan(done), sandbox, scratch, source,
                                    compiler, cancel);
    if (!count) return std::unexpected(count.error());
    done += *count;
  }
  std::vector<NativeUnit> units;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    auto bitcode = files.read(support::joinPath(scratch, outputs[i]));
    if (!bitcode) return std::unexpected(std::move(bitcode.error()));
    units.push_back({commands[i].file, std::move(*bitcode), {levelOf(commands[i])}});
    if (auto done = files.remove(support::joinPath(scratch, outputs[i])); !done)
      return std::unexpected(std::move(done.error()));
  }
  return units;
}

} // namespace beagle::testgen
