#pragma once

#include "analysis/build/sandbox.h"

#include <string>
#include <vector>

namespace beagle::testgen {

/// What makes machine code of sources and bitcode: clang, or beagle-cc, which is the same and is ready sooner.
class Compiler {
public:
  Compiler() = default; ///< clang
  explicit Compiler(std::string ownProgram) : own_(std::move(ownProgram)) {}

  /// The command compiles one file with these options of clang; it has its binds already.
  void setIn(build::SandboxedCommand& command, std::vector<std::string> arguments) const;

private:
  std::string own_; ///< where beagle-cc lies
};

} // namespace beagle::testgen
