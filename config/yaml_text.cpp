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

/// Where the first byte stands that is no UTF-8 or a control character; npos when there is none.
std::size_t firstBadByte(std::string_view content) {
  for (std::size_t i = 0; i < content.size(); ++i) {
    const auto byte = static_cast<unsigned char>(content[i]);
    if (byte == '\r' ? i + 1 == content.size() || content[i + 1] != '\n'
                     : (byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7f)
      return i;
  }
  const std::string text = support::bytesToText(content);
  if (text == content) return std::string_view::npos;
  return static_cast<std::size_t>(std::ranges::mismatch(text, content).in2 - content.begin());
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
  const std::size_t bad = firstBadByte(content);
  if (bad == std::string_view::npos) return {};
  const auto byte = static_cast<unsigned char>(content[bad]);
  return std::unexpected(Error(ErrorKind::Usage, fmt::format("the byte 0x{:02x} is no text", byte))
                             .at(positionOf(content, bad, file))
                             .hint("save the file as UTF-8"));
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
