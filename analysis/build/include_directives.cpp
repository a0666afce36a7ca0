#include "analysis/build/include_directives.h"

#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::build {

namespace {

/// Skips blanks, comments on the line and spliced lines.
void skipBlanks(std::string_view& text) {
  for (;;) {
    if (text.starts_with("\\\n")) text.remove_prefix(2);
    else if (text.starts_with("\\\r\n")) text.remove_prefix(3);
    else if (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/", 2);
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 2);
    } else return;
  }
}

bool takeWord(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

void addName(std::string_view text, bool next, std::vector<IncludeDirective>& found) {
  skipBlanks(text);
  if (text.empty()) return;
  const char close = text.front() == '<' ? '>' : text.front() == '"' ? '"' : 0;
  IncludeDirective directive;
  directive.next = next;
  if (close) {
    const std::size_t end = text.find(close, 1);
    if (end == std::string_view::npos || text.substr(0, end).find('\n') != std::string_view::npos) return;
    directive.name = text.substr(1, end - 1);
    directive.quoted = close == '"';
  }
  if (std::ranges::find(found, directive) == found.end()) found.push_back(std::move(directive));
}

} // namespace

std::vector<IncludeDirective> includesOf(std::string_view text) {
  std::vector<IncludeDirective> found;
  for (std::size_t at = 0; (at = text.find_first_of("#%?", at)) != std::string_view::npos; ++at) {
    // "#", its digraph "%:" and trigraph "??=".
    std::string_view rest = text.substr(at);
    if (!takeWord(rest, "#") && !takeWord(rest, "%:") && !takeWord(rest, "?\?=")) continue;
    skipBlanks(rest);
    if (takeWord(rest, "include_next")) addName(rest, true, found);
    else if (takeWord(rest, "include") || takeWord(rest, "import") || takeWord(rest, "embed")) addName(rest, false, found);
  }
  for (std::size_t at = 0; (at = text.find("__has_", at)) != std::string_view::npos; ++at) {
    std::string_view rest = text.substr(at);
    if (!takeWord(rest, "__has_include_next") && !takeWord(rest, "__has_include") && !takeWord(rest, "__has_embed")) continue;
    skipBlanks(rest);
    if (!takeWord(rest, "(")) continue;
    addName(rest, rest.size() > 1, found);
  }
  return found;
}

} // namespace beagle::build
