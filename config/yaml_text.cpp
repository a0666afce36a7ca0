#include "config/yaml_text.h"

#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::config {

namespace {

support::SourcePosition positionOf(std::string_view content, std::size_t offset, const std::string& file) {
  const std::string_view before = content.substr(0, offset);
  const auto line = static_cast<unsigned>(std::ranges::count(before, '\n') + 1);
  const std::size_t lineStart = before.rfind('\n') + 1; // 0 when there is none
  return {file, line, static_cast<unsigned>(offset - lineStart + 1)};
}

/// A carriage return alone, or what does something to a terminal.
std::size_t firstControl(std::string_view content) {
  for (std::size_t i = 0; i < content.size(); ++i) {
    const auto byte = static_cast<unsigned char>(content[i]);
    const bool isLineEnd = byte == '\n' || (byte == '\r' && content.substr(i + 1).starts_with('\n'));
    if (!isLineEnd && byte != '\t' && (byte < 0x20 || byte == 0x7f)) return i;
  }
  return std::string_view::npos;
}

} // namespace

support::Result<void> checkText(std::string_view content, const std::string& file, std::size_t most) {
  using support::Error;
  using support::ErrorKind;
  if (content.size() > most)
    return std::unexpected(
        Error(ErrorKind::Usage,
              fmt::format("{} bytes are too many; a file of settings has at most {}", content.size(), most))
            .at({file, 0, 0}));
  const std::size_t control = firstControl(content), foreign = support::firstNonUtf8(content);
  if (control == std::string_view::npos && foreign == std::string_view::npos) return {};
  const std::size_t bad = std::min(control, foreign);
  const unsigned byte = static_cast<unsigned char>(content[bad]);
  if (bad == foreign)
    return std::unexpected(Error(ErrorKind::Usage, fmt::format("the byte 0x{:02x} is no UTF-8", byte))
                               .at(positionOf(content, bad, file))
                               .hint("save the file as UTF-8"));
  return std::unexpected(
      Error(ErrorKind::Usage, fmt::format("the control character 0x{:02x} cannot stand here", byte))
          .at(positionOf(content, bad, file))
          .hint(byte == '\r' ? "save the file with the line ends of Unix or Windows" : "remove it"));
}

bool endsQuote(std::string_view content, unsigned line, unsigned column) {
  std::size_t at = 0;
  for (unsigned passed = 1; passed < line; ++passed) at = content.find('\n', at) + 1;
  at += column - 1;
  if (at < content.size() && content[at] == '&') {
    at = content.find_first_of(" \t\r\n", at);
    at = content.find_first_not_of(" \t\r\n", std::min(at, content.size()));
  }
  if (at >= content.size()) return true;
  const char quote = content[at];
  if (quote != '"' && quote != '\'') return true;
  for (++at; at < content.size(); ++at) {
    if (quote == '"' && content[at] == '\\')
      ++at;
    else if (content[at] == quote && quote == '\'' && content.substr(at + 1).starts_with('\''))
      ++at;
    else if (content[at] == quote)
      return true;
  }
  return false;
}

} // namespace beagle::config
