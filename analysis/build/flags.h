#pragma once

#include "analysis/build/plan.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::build {

/// A compiler call as a build made or declared it.
struct CompilerCall {
  std::string directory;              ///< where it ran, absolute
  std::vector<std::string> arguments; ///< the compiler first, perhaps after ccache and its like
  /// The variables that add include folders: CPATH, C_INCLUDE_PATH, CPLUS_INCLUDE_PATH.
  std::map<std::string, std::string> environment = {};
};

/// Which compiler a program's name says it is.
struct CompilerName {
  bool cxx = false;
  bool clang = false;
  std::string target; ///< of a cross compiler: "aarch64-linux-gnu"; empty for this machine's
};

/// Reads "/usr/bin/x86_64-linux-gnu-g++-12" and the like; nothing for a program that is no C or C++ compiler.
[[nodiscard]] std::optional<CompilerName> compilerNamed(std::string_view program);

/// The content of a response file, if it can be read; the path is absolute.
using ReadResponse = std::function<std::optional<std::string>(const std::string&)>;

/// The units a call compiles, in its order, in terms of Clang 19 (see CompileCommand). Nothing for calls that
/// only link, preprocess, assemble, precompile headers or list dependencies. The -O level that holds is kept.
[[nodiscard]] std::vector<CompileCommand> commandsOf(const CompilerCall& call, const ReadResponse& readResponse = {});

/// True for the names of C and C++ sources (not headers, not assembler).
[[nodiscard]] bool isSource(std::string_view path);
[[nodiscard]] bool isHeader(std::string_view path);
/// Sources by which configure scripts, CMake and Meson try out the compiler: their outcome is already in the
/// configuration.
[[nodiscard]] bool isProbeSource(std::string_view path);

} // namespace beagle::build
