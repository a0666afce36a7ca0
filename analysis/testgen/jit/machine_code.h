#pragma once

#include "analysis/testgen/jit/job.h"

#include <expected>
#include <string>
#include <vector>

namespace beagle::testgen {

/// As the loader calls them: with the arguments of `main`.
using StartFunction = void (*)(int, char**, char**);

/// A program in this process. What belongs to it is never given back.
struct MachineCode {
  void* entry = nullptr; ///< `beagle_entry` of runner/types.h
  std::vector<StartFunction> start, end;
};

/// A symbol that the program takes from this process.
struct Given {
  const char* name;
  void* address;
};

/// Compiles what the entry of the job's caller reaches, without passes over it, as clang does at -O0, and links it to
/// `given` and the C and C++ libraries; what nobody defines calls `missing` with its name, or is zeros. An error names
/// what cannot be done here.
[[nodiscard]] std::expected<MachineCode, std::string> machineCode(const JitJob& job, const std::vector<Given>& given,
                                                                  const char* missing);

} // namespace beagle::testgen
