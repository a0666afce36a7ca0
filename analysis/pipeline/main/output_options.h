#pragma once

#include "analysis/pipeline/report_output.h"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace beagle::pipeline {

/// Whether a command can show each function as soon as it is settled.
enum class JsonLines { Offered, None };

/// "text (default), json, ..."
[[nodiscard]] std::string formatHelp(std::string_view usual);
/// --format and --report
void addOutput(CLI::App& app, std::string& format, std::vector<std::string>& reports, const std::string& formatHelp);
[[nodiscard]] support::Result<ReportOutput> readOutput(const std::string& format,
                                                       const std::vector<std::string>& reports, JsonLines lines);

} // namespace beagle::pipeline
