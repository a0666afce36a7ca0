#include "analysis/pipeline/main/help_text.h"

#include "analysis/support/text.h"

namespace beagle::pipeline {

namespace {

/// Beside the names of the options.
constexpr std::size_t width = 88;

} // namespace

/// A flag that switches something off is written as what it sets then, too.
std::string HelpText::make_option_name(const CLI::Option* option, bool isPositional) const {
  std::string name = CLI::Formatter::make_option_name(option, isPositional);
  return name.substr(0, name.find('{'));
}

std::string HelpText::make_option_opts(const CLI::Option* option) const {
  const std::string type = option->get_type_size() == 0 ? "" : option->get_type_name();
  // Behind a colon stands what checks it.
  return type.empty() || !option->nonpositional() ? "" : " " + type.substr(0, type.find(':'));
}

std::string HelpText::make_option_desc(const CLI::Option* option) const {
  std::string text;
  std::size_t column = 0;
  for (const std::string_view word : support::split(option->get_description(), ' ')) {
    const bool fits = column + 1 + word.size() <= width;
    if (column > 0) text += fits ? ' ' : '\n';
    column = column > 0 && fits ? column + 1 + word.size() : word.size();
    text += word;
  }
  return text;
}

std::string HelpText::make_option_usage(const CLI::Option* option) const {
  return "[" + make_option_name(option, true) + "]";
}

} // namespace beagle::pipeline
