#pragma once

#include "analysis/build/sandbox.h"
#include "analysis/testgen/native_interface.h"
#include "analysis/testgen/outcome.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace beagle::testgen {

struct RunOptions {
  std::chrono::milliseconds timeout{10'000}; ///< of each input
  bool places = false;                       ///< ask sanitizers for source lines, which takes a moment per report
  std::uint64_t mostWritten = 16U << 20U;    ///< bytes that it may write to a file, or print
};

/// What is run, as the sandbox shows it.
struct NativeCommand {
  std::vector<std::string> arguments; ///< a program, and what it is told
  std::vector<build::Bind> binds;
};

/// A program that calls one function of one version. Runs in the sandbox, each input in a process of its own.
class NativeProgram {
public:
  /// The sandbox outlives it.
  NativeProgram(const build::Sandbox& sandbox, NativeInterface interface, NativeCommand command)
      : sandbox_(&sandbox), interface_(std::move(interface)), command_(std::move(command)) {}

  /// Why an input cannot be run, "" when it can.
  [[nodiscard]] std::string obstacle(const ConcreteInput& input) const;
  /// One outcome per input, in their order; of one that cannot be run, the obstacle. An error says what kept all of
  /// them from running.
  [[nodiscard]] support::Result<std::vector<NativeOutcome>> run(std::span<const ConcreteInput> inputs,
                                                                const RunOptions& options = {},
                                                                const support::CancelToken& cancel = {}) const;

  [[nodiscard]] const NativeInterface& interface() const { return interface_; }

private:
  [[nodiscard]] support::Result<std::vector<NativeOutcome>>
  runText(std::string text, std::size_t count, const RunOptions& options, const support::CancelToken& cancel) const;

  const build::Sandbox* sandbox_;
  NativeInterface interface_;
  NativeCommand command_;
};

} // namespace beagle::testgen
