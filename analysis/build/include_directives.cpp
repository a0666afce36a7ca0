#include "analysis/build/include_directives.h"

#include "analysis/support/text.h"

#include <algorithm>
#include <array>
#include <optional>

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

/// Whether a macro's name may start so: with a letter, "_", a universal character name, or beyond ASCII.
bool startsName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '\\' ||
         static_cast<unsigned char>(c) >= 0x80;
}

void addName(std::string_view text, bool next, std::vector<IncludeDirective>& found) {
  skipBlanks(text);
  if (text.empty()) return;
  const char close = text.front() == '<' ? '>' : text.front() == '"' ? '"' : 0;
  if (!close && !startsName(text.front())) return;
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

/// The places of "#", its digraph "%:" and trigraph "??=", in order. Each is rare, so they are looked for one
/// by one.
class Marks {
public:
  explicit Marks(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < marks.size(); ++i) next_[i] = text.find(marks[i]);
  }

  /// What follows the next mark that a line may begin with, if there is one.
  std::optional<std::string_view> next() {
    for (;;) {
      const auto first = std::ranges::min_element(next_);
      if (*first == std::string_view::npos) return std::nullopt;
      const std::string_view mark = marks[static_cast<std::size_t>(first - next_.begin())];
      const std::size_t at = *first;
      *first = text_.find(mark, at + mark.size());
      if (beginsLine(at)) return text_.substr(at + mark.size());
    }
  }

private:
  /// Only blanks are before it on its line, or a comment, which may have begun on another.
  [[nodiscard]] bool beginsLine(std::size_t at) const {
    const std::size_t last = text_.substr(0, at).find_last_not_of(" \t\v\f");
    if (last == std::string_view::npos) return true;
    const std::string_view before = text_.substr(0, last + 1);
    return before.back() == '\n' || before.back() == '\r' || before.ends_with("*/") || before == "\xef\xbb\xbf";
  }

  static constexpr std::array<std::string_view, 3> marks{"#", "%:", "?\?="};
  std::string_view text_;
  std::array<std::size_t, 3> next_{};
};

/// Where the line ends that `text` is in the middle of: not at a spliced newline, nor inside a comment.
std::string_view logicalLine(std::string_view text) {
  for (std::size_t end = 0; (end = text.find('\n', end)) != std::string_view::npos; ++end) {
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.ends_with('\\') || line.ends_with("?\?/")) continue;
    const std::size_t open = line.rfind("/*");
    if (open == std::string_view::npos || line.find("*/", open + 2) != std::string_view::npos) return line;
  }
  return text;
}

/// `__has_include` and its like are words of directives only.
void addQuestions(std::string_view line, std::vector<IncludeDirective>& found) {
  for (std::size_t at = 0; (at = line.find("__has_", at)) != std::string_view::npos; ++at) {
    std::string_view rest = line.substr(at);
    if (!takeWord(rest, "__has_include_next") && !takeWord(rest, "__has_include") && !takeWord(rest, "__has_embed"))
      continue;
    skipBlanks(rest);
    if (!takeWord(rest, "(")) continue;
    addName(rest, true, found); // every place where it may be counts
  }
}

} // namespace

std::vector<IncludeDirective> includesOf(std::string_view text) {
  std::vector<IncludeDirective> found;
  Marks marks(text);
  while (auto rest = marks.next()) {
    skipBlanks(*rest);
    if (takeWord(*rest, "include_next")) addName(*rest, true, found);
    else if (takeWord(*rest, "include") || takeWord(*rest, "import") || takeWord(*rest, "embed"))
      addName(*rest, false, found);
    else addQuestions(logicalLine(*rest), found);
  }
  return found;
}

} // namespace beagle::build
