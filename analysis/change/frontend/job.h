#pragma once

#include "analysis/support/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace beagle::change {

/// A folder of the project: where the compiler sees it, and what it is called in everything we write down.
struct ProjectRoot {
  std::string visible;
  std::string name;
};

/// One unit to compile, as `beagle-cc` reads it: one line of JSON on standard input.
struct CompileJob {
  std::string directory;              ///< working directory
  std::vector<std::string> arguments; ///< clang options and the source file, without the program
  std::string output;                 ///< "<output>.bc", ".facts" and ".outline" are written
  ProjectRoot source, build;          ///< files below these belong to the project
};

/// What came of it; the answer is one line of JSON on standard output.
struct CompileAnswer {
  bool ok = false;
  std::string diagnostics; ///< as clang prints them
};

[[nodiscard]] support::Result<CompileJob> jobFromJson(std::string_view line);
[[nodiscard]] std::string toJson(const CompileAnswer& answer, std::size_t job);

/// Compiles one unit in this process.
[[nodiscard]] CompileAnswer compileUnit(const CompileJob& job);

} // namespace beagle::change
