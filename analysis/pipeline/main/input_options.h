#pragma once

#include "analysis/exec/harness.h"
#include "analysis/support/error.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace beagle::pipeline {

/// Limits of the inputs, and what they are like: as they were written, until `read` says what they mean. CLI11 writes
/// into it, so it has to stay where it is.
class InputOptions {
public:
  InputOptions(CLI::App& app, exec::HarnessOptions& meant);
  InputOptions(const InputOptions&) = delete;
  InputOptions& operator=(const InputOptions&) = delete;

  [[nodiscard]] support::Result<void> read();

private:
  [[nodiscard]] support::Result<void> readLengths();
  [[nodiscard]] support::Result<void> readFiles();

  exec::HarnessOptions* meant_;
  std::vector<std::string> lengths_, files_;
  std::optional<std::uint32_t> standardInput_;
};

} // namespace beagle::pipeline
