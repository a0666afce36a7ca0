#include "analysis/report/text_values.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace beagle::report {

namespace {

/// One element, when it is a character.
struct Character {
  std::string_view array;
  std::uint64_t index = 0;
  std::string_view written; ///< without its quotes: `a`, `\x01`
};

std::optional<Character> characterOf(const Report::Values::value_type& row) {
  const auto& [path, value] = row;
  const std::size_t open = path.rfind('[');
  if (open == std::string::npos || !path.ends_with(']') || value.size() < 3) return std::nullopt;
  if (!value.starts_with('\'') || !value.ends_with('\'')) return std::nullopt;
  Character character{std::string_view(path).substr(0, open), 0, std::string_view(value).substr(1, value.size() - 2)};
  const char* const end = path.data() + path.size() - 1;
  const auto read = std::from_chars(path.data() + open + 1, end, character.index);
  return read.ec == std::errc() && read.ptr == end ? std::optional(character) : std::nullopt;
}

/// As C writes it. A digit does not belong to the escape before it.
class Text {
public:
  void add(std::string_view written) {
    if (written.size() == 1 && digits_.contains(written.front())) text_ += "\" \"";
    if (written == "\"") text_ += '\\';
    text_ += written == "\\'" ? "'" : written;
    digits_ = written.starts_with("\\x") ? "0123456789abcdefABCDEF" : written == "\\0" ? "01234567" : "";
  }
  [[nodiscard]] std::string quoted() const { return fmt::format("\"{}\"", text_); }

private:
  std::string text_;
  std::string_view digits_; ///< that would belong to the last escape
};

} // namespace

Report::Values withTexts(const Report::Values& values) {
  constexpr std::string_view end = "\\0";
  Report::Values shown;
  for (std::size_t i = 0; i < values.size();) {
    const auto first = characterOf(values[i]);
    Text text;
    std::size_t count = 0;
    bool isEnded = false;
    while (first && !isEnded && i + count < values.size()) {
      const auto next = characterOf(values[i + count]);
      if (!next || next->array != first->array || next->index != first->index + count) break;
      isEnded = first->index == 0 && next->written == end;
      if (!isEnded) text.add(next->written);
      ++count;
    }
    if (count < 2) {
      shown.push_back(values[i++]);
      continue;
    }
    const std::uint64_t last = first->index + count - 1;
    shown.emplace_back(isEnded ? std::string(first->array)
                               : fmt::format("{}[{}..{}]", first->array, first->index, last),
                       text.quoted());
    i += count;
  }
  return shown;
}

} // namespace beagle::report
