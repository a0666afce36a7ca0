#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace beagle::pipeline {

/// What `--help` prints: what people write, without how it is checked; in lines that fit on a terminal.
class HelpText final : public CLI::Formatter {
public:
  [[nodiscard]] std::string make_option_name(const CLI::Option* option, bool isPositional) const override;
  [[nodiscard]] std::string make_option_opts(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_option_usage(const CLI::Option* option) const override;
};

} // namespace beagle::pipeline
