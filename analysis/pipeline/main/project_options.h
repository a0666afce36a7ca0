#pragma once

#include "analysis/pipeline/main/command_line.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace beagle::pipeline {

/// Options of commands that build a project: as they were written, until `read` says what they mean. CLI11 writes into
/// it, so it has to stay where it is.
class ProjectOptions {
public:
  ProjectOptions(CLI::App& app, CommandLine& line, ChangesOptions& meant);
  ProjectOptions(const ProjectOptions&) = delete;
  ProjectOptions& operator=(const ProjectOptions&) = delete;

  /// How a project is built.
  void addBuild();
  /// The same for a repository of which two versions are built.
  void addRepository();
  /// The two versions, and how they are built.
  void addVersions();

  [[nodiscard]] support::Result<void> read();

private:
  CLI::App* app_;
  CommandLine* line_;
  ChangesOptions* meant_;
  std::string build_ = "auto", sandbox_ = "on", timeout_, cacheSize_ = "5G", settings_ = "disk";
  std::optional<std::string> maxEntries_;
};

} // namespace beagle::pipeline
