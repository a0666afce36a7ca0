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

build::SandboxedCommand compilation(const build::CompileCommand& command, const ProjectSource& source,
                                    const Compiler& compiler, const std::string& scratch, const std::string& output) {
  build::SandboxedCommand result;
  result.binds = source.binds;
  result.binds.push_back({scratch, std::string(nativeRoot), true});
  result.folder = command.directory;
  result.limits.addressSpace = 16ULL << 30;
  result.limits.fileSize = 2ULL << 30;
  std::vector<std::string> arguments = build::bitcodeArguments(command);
  std::string file = std::move(arguments.back());
  arguments.pop_back();
  arguments.insert(arguments.end(), std::begin(sanitizers), std::end(sanitizers));
  for (std::string argument : {std::string("-o"), output, std::move(file)}) arguments.push_back(std::move(argument));
  compiler.setIn(result, std::move(arguments));
  return result;
}

} // namespace

Result<std::vector<NativeUnit>> unitsAsBuilt(const build::Sandbox& sandbox, support::Files& files,
                                             const std::string& scratch, const ProjectSource& source,
                                             const Compiler& compiler, const support::CancelToken& cancel) {
  std::vector<NativeUnit> units;
  for (std::size_t i = 0; i < source.commands.size(); ++i) {
    const build::CompileCommand& command = source.commands[i];
    const std::string name = fmt::format("built-{}.bc", i);
    auto ran =
        sandbox.run(compilation(command, source, compiler, scratch, support::joinPath(nativeRoot, name)), cancel);
    if (!ran) return std::unexpected(std::move(ran.error()));
    if (ran->end == support::ProcessResult::End::Cancelled)
      return std::unexpected(support::Error(support::ErrorKind::Cancelled, "building the replay was cancelled"));
    if (!ran->ok())
      return support::cannotRun("{} does not compile with sanitizers: {}", command.file,
                                support::printable(ran->errors));
    auto bitcode = files.read(support::joinPath(scratch, name));
    if (!bitcode) return std::unexpected(std::move(bitcode.error()));
    units.push_back({command.file, std::move(*bitcode), {levelOf(command)}});
    if (auto done = files.remove(support::joinPath(scratch, name)); !done)
      return std::unexpected(std::move(done.error()));
  }
  return units;
}

} // namespace beagle::testgen
