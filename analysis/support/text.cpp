#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>

namespace beagle::support {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> result;
  if (text.empty()) return result;
  if (text.back() == '\n') text.remove_suffix(1);
  for (std::string_view line : split(text, '\n')) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    result.push_back(line);
  }
  return result;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view space = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

namespace {

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// Which ends of the path the pattern so far can reach, one character of the pattern after the other: patterns come
/// from files, and trying every split would take time without end for some.
bool matchesWhole(std::string_view path, std::string_view pattern) {
  std::vector<bool> reached(path.size() + 1), next;
  reached[0] = true;
  while (!pattern.empty()) {
    next.assign(path.size() + 1, false);
    if (pattern.starts_with("**")) {
      pattern.remove_prefix(2);
      const bool isFolders = pattern.starts_with('/'); // whole ones; none is enough: "**/x" matches "x" too
      if (isFolders) pattern.remove_prefix(1);
      bool isAfter = false;
      for (std::size_t i = 0; i <= path.size(); ++i) {
        isAfter = isAfter || reached[i];
        next[i] = isFolders ? reached[i] || (isAfter && i > 0 && path[i - 1] == '/') : isAfter;
      }
    } else if (pattern.front() == '*') {
      pattern.remove_prefix(1);
      for (std::size_t i = 0; i <= path.size(); ++i)
        next[i] = reached[i] || (i > 0 && next[i - 1] && path[i - 1] != '/');
    } else {
      const char wanted = pattern.front();
      pattern.remove_prefix(1);
      for (std::size_t i = 0; i < path.size(); ++i)
        if (reached[i] && (wanted == '?' ? path[i] != '/' : path[i] == wanted)) next[i + 1] = true;
    }
    reached.swap(next);
  }
  return reached[path.size()];
}

} // namespace

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  std::optional<std::string> best;
  std::size_t bestDistance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

bool matchesGlob(std::string_view path, std::string_view pattern) {
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  const bool anywhere = pattern.find('/') == std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  // The path itself, then each folder above it.
  for (std::string_view part = path; !part.empty();) {
    const std::string_view name = anywhere ? part.substr(part.rfind('/') + 1) : part;
    if (matchesWhole(name, pattern)) return true;
    const std::size_t slash = part.rfind('/');
    if (slash == std::string_view::npos) return false;
    part = part.substr(0, slash);
  }
  return false;
}

std::optional<char> unknownGlobMark(std::string_view pattern) {
  if (pattern.starts_with('!')) return '!';
  const std::size_t at = pattern.find_first_of("[]{}\\");
  return at == std::string_view::npos ? std::nullopt : std::optional(pattern[at]);
}

std::vector<std::string> splitCommandLine(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\'') {
      if (c == '\'') quote = 0;
      else word += c;
    } else if (c == '\\' && i + 1 < text.size()) {
      const char next = text[++i];
      // Inside double quotes a backslash is only special before these.
      if (quote == '"' && next != '"' && next != '\\' && next != '$' && next != '`') word += c;
      word += next;
      inWord = true;
    } else if (quote == '"') {
      if (c == '"') quote = 0;
      else word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inWord = true;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      if (inWord) words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(std::move(word));
  return words;
}

namespace {

/// U+10FF00 + byte, in UTF-8: F4 8F BC..BF 80..BF.
constexpr std::string_view rawBytePrefix = "\xf4\x8f";

/// The length of the well-formed UTF-8 character at the beginning of the text, 0 when there is none.
std::size_t characterLength(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto tail = [&](std::size_t i) { return (at(i) & 0xc0U) == 0x80U; };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return tail(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const bool valid = tail(1) && tail(2) && !(first == 0xe0 && at(1) < 0xa0) && !(first == 0xed && at(1) > 0x9f);
    return valid ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const bool valid =
        tail(1) && tail(2) && tail(3) && !(first == 0xf0 && at(1) < 0x90) && !(first == 0xf4 && at(1) > 0x8f);
    return valid ? 4 : 0;
  }
  return 0;
}

bool isRawByte(std::string_view text) {
  return text.size() >= 4 && text.starts_with(rawBytePrefix) && static_cast<unsigned char>(text[2]) >= 0xbc;
}

char32_t decoded(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return first;
  char32_t code = first & (0x7fU >> character.size());
  for (const char c : character.substr(1)) code = (code << 6) | (static_cast<unsigned char>(c) & 0x3fU);
  return code;
}

/// Whether the character steers a terminal or a text's direction, or does not show at all.
bool isInvisible(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  // clang-format off
  constexpr std::array<Range, 15> invisible{{{0x00, 0x1f}, {0x7f, 0x9f}, {0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, {0x115f, 0x1160},
                                             {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfe00, 0xfe0f},
                                             {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0xe0000, 0xe0fff}}};
  // clang-format on
  return std::ranges::any_of(invisible, [&](const Range& range) { return range.first <= code && code <= range.last; });
}

/// The number of bytes of the first `limit` that hold whole characters.
std::size_t wholeCharacters(std::string_view text, std::size_t limit) {
  std::size_t end = std::min(text.size(), limit);
  const std::size_t nearest = end - std::min<std::size_t>(end, 3);
  for (std::size_t begin = end; begin > nearest;)
    if (const std::size_t length = characterLength(text.substr(--begin)); length > 1 && begin + length > end)
      return begin;
  return end;
}

} // namespace

std::string printable(std::string_view text, std::size_t limit) {
  const std::size_t shown = wholeCharacters(text, limit);
  const std::size_t left = text.size() - shown;
  text = text.substr(0, shown);
  std::string result;
  while (!text.empty()) {
    const std::size_t length = characterLength(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(character.size());
    const auto byte =
        length == 0 ? static_cast<unsigned char>(character[0]) : static_cast<unsigned char>(textToBytes(character)[0]);
    if (length == 0 || isRawByte(character) || (length == 1 && isInvisible(byte)))
      result += fmt::format("\\x{:02x}", byte);
    else if (isInvisible(decoded(character)))
      result += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(decoded(character)));
    else result += character;
  }
  if (left > 0) result += fmt::format("… ({} more bytes)", left);
  return result;
}

std::size_t firstNonUtf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = characterLength(bytes.substr(at));
    if (length == 0 || isRawByte(bytes.substr(at))) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string bytesToText(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = characterLength(bytes);
    if (length > 0 && !isRawByte(bytes)) {
      text += bytes.substr(0, length);
      bytes.remove_prefix(length);
    } else {
      const auto byte = static_cast<unsigned char>(bytes.front());
      text += rawBytePrefix;
      text += static_cast<char>(0xbc + (byte >> 6));
      text += static_cast<char>(0x80 + (byte & 0x3f));
      bytes.remove_prefix(1);
    }
  }
  return text;
}

std::string textToBytes(std::string_view text) {
  std::string bytes;
  while (!text.empty()) {
    if (isRawByte(text)) {
      bytes += static_cast<char>(((static_cast<unsigned char>(text[2]) - 0xbc) << 6) |
                                 (static_cast<unsigned char>(text[3]) & 0x3f));
      text.remove_prefix(4);
    } else {
      bytes += text.front();
      text.remove_prefix(1);
    }
  }
  return bytes;
}

std::string withoutUnnamed(std::string name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at = 0; (at = name.find(unnamed, at)) != std::string::npos;) name.erase(at, unnamed.size());
  return name;
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

} // namespace beagle::support
