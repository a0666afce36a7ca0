#include "analysis/report/markup.h"

#include <fmt/format.h>

#include <algorithm>

namespace beagle::report {

namespace {

std::size_t longestRun(std::string_view text, char wanted) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == wanted ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

} // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
    case '&': result += "&amp;"; break;
    case '<': result += "&lt;"; break;
    case '>': result += "&gt;"; break;
    case '"': result += "&quot;"; break;
    case '\'': result += "&#39;"; break;
    default: result += c;
    }
  }
  return result;
}

std::string inlineCode(std::string_view text) {
  const std::string fence(longestRun(text, '`') + 1, '`');
  // A renderer takes one space of each side away again, but not from what is nothing but spaces.
  const bool needsSpace =
      text.empty() || text.front() == '`' || text.back() == '`' || text.front() == ' ' || text.back() == ' ';
  return needsSpace ? fmt::format("{} {} {}", fence, text, fence) : fmt::format("{}{}{}", fence, text, fence);
}

std::string codeBlock(std::string_view lines) {
  const std::string fence(std::max<std::size_t>(3, longestRun(lines, '`') + 1), '`');
  return fmt::format("{}text\n{}{}{}\n", fence, lines, lines.ends_with('\n') ? "" : "\n", fence);
}

std::string relativeUri(std::string_view path) {
  while (path.starts_with('/')) path.remove_prefix(1);
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string result;
  for (const char c : path)
    if (plain.find(c) != std::string_view::npos) result += c;
    else result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return result;
}

} // namespace beagle::report
