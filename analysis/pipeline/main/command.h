#pragma once

#include "analysis/pipeline/main/command_line.h"

#include <CLI/CLI.hpp>

#include <functional>

namespace beagle::pipeline {

/// A command, of which CLI11 knows the options.
struct Command {
  CLI::App* app = nullptr;
  CommandLine::Action action = CommandLine::Action::Show;
  /// Says what the options mean that were written; to be called if this is the command. May be empty.
  std::function<support::Result<void>()> read = {};
};

// Each adds a command to the program. What it is asked to do comes to stand in the line, which has to stay where it is.
[[nodiscard]] Command addChanges(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addDiff(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addCheck(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addAccept(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addExplore(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addReplay(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addConfig(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addHook(CLI::App& program, CommandLine& line);
[[nodiscard]] Command addReport(CLI::App& program, CommandLine& line);

} // namespace beagle::pipeline
