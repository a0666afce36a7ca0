#pragma once

#include "analysis/build/sandbox.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace beagle::testgen {

/// What makes machine code of sources and bitcode, and programs of that: clang, or beagle-cc, which is the same and is
/// ready sooner.
class Compiler {
public:
  Compiler() = default; ///< clang
  explicit Compiler(std::string ownProgram) : own_(std::move(ownProgram)) {}

  /// The command compiles one file, or links objects, with these options of clang; it has its binds already.
  void setIn(build::SandboxedCommand& command, std::vector<std::string> arguments) const;
  /// The same for several such steps, one after another until one fails. Gives how many of them it does: at least one.
  [[nodiscard]] std::size_t setIn(build::SandboxedCommand& command,
                                  std::span<const std::vector<std::string>> steps) const;
  /// Which of so many steps of a command failed, counted from 0; nothing when all are done, and when that is not known.
  [[nodiscard]] static std::optional<std::size_t> failedStep(const support::ProcessResult& result, std::size_t count);
  /// What it said when it failed, or else how it ended.
  [[nodiscard]] static std::string whyNot(const support::ProcessResult& result);

private:
  [[nodiscard]] bool isClang() const;

  std::string own_; ///< where beagle-cc lies
};

} // namespace beagle::testgen
