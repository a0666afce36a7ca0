#include "analysis/compare/simpler_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace beagle::compare {

namespace {

/// A part of a text, from one place to another.
struct Span {
  std::size_t begin = 0, end = 0;
};

/// Digits first, then letters, gaps, what else can be read, and the rest.
int rankOf(char letter) {
  const int code = static_cast<unsigned char>(letter);
  const int group = letter >= '0' && letter <= '9'                      ? 0
                    : (letter >= 'a' && letter <= 'z')                  ? 1
                    : (letter >= 'A' && letter <= 'Z')                  ? 2
                    : letter == ' ' || letter == '\n' || letter == '\t' ? 3
                    : code > 0x20 && code < 0x7F                        ? 4
                                                                        : 5;
  return group * 256 + code;
}

bool isGap(char letter) { return letter == ' ' || letter == '\n' || letter == '\t'; }

std::vector<Span> wordsOf(std::string_view text) {
  std::vector<Span> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    while (at < text.size() && !isGap(text[at])) ++at;
    if (at > begin) words.push_back({begin, at});
    else ++at;
  }
  return words;
}

/// Each with what ends it.
std::vector<Span> linesOf(std::string_view text) {
  std::vector<Span> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back({at, end});
    at = end;
  }
  return lines;
}

std::optional<std::int64_t> numberIn(std::string_view word) {
  std::int64_t number = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
  return read.ec == std::errc() && read.ptr == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

class Simpler {
public:
  explicit Simpler(std::string_view text) : text_(text), words_(wordsOf(text)) {}

  std::vector<std::string> all() {
    leaveOut(linesOf(text_));
    std::vector<Span> words = words_;
    for (Span& word : words) // with one of the gaps beside it
      if (word.end < text_.size()) ++word.end;
      else if (word.begin > 0) --word.begin;
    leaveOut(words);
    if (!text_.empty() && isGap(text_.back())) add(text_.substr(0, text_.size() - 1));
    for (const Span& word : words_) makeSimpler(word);
    std::erase_if(found_, [&](const std::string& other) { return !isSimpler(other, text_); });
    std::ranges::sort(found_, isSimpler);
    const auto twice = std::ranges::unique(found_);
    found_.erase(twice.begin(), twice.end());
    return std::move(found_);
  }

private:
  void add(std::string text) { found_.push_back(std::move(text)); }
  [[nodiscard]] std::string with(Span part, std::string_view other) const {
    return text_.substr(0, part.begin) + std::string(other) + text_.substr(part.end);
  }
  [[nodiscard]] std::string_view at(Span part) const {
    return std::string_view(text_).substr(part.begin, part.end - part.begin);
  }

  /// Half of the parts, and each of them.
  void leaveOut(const std::vector<Span>& parts) {
    if (parts.size() > 2) {
      const std::size_t middle = parts[parts.size() / 2].begin;
      add(text_.substr(0, middle));
      add(text_.substr(middle));
    }
    for (const Span& part : parts) {
      add(with(part, ""));
      // Numbers in front may say how many there are: the first of all, and the first of its line or of the one before.
      const std::size_t line = part.begin == 0 ? 0 : text_.rfind('\n', part.begin - 1) + 1;
      const std::size_t before = line < 2 ? 0 : text_.rfind('\n', line - 2) + 1;
      for (const std::size_t from : {std::size_t{0}, line, before}) {
        const auto word = std::ranges::find_if(words_, [&](const Span& each) { return each.begin >= from; });
        if (word == words_.end() || word->begin >= part.begin) continue;
        const auto number = numberIn(at(*word));
        if (!number || *number <= 0) continue;
        add(text_.substr(0, word->begin) + fmt::format("{}", *number - 1) +
            text_.substr(word->end, part.begin - word->end) + text_.substr(part.end));
      }
    }
  }

  void makeSimpler(Span part) {
    const std::string_view word = at(part);
    if (const auto number = numberIn(word)) {
      for (const std::int64_t other : {std::int64_t{0}, std::int64_t{1}, *number / 10, *number / 2, *number - 1})
        add(with(part, fmt::format("{}", other)));
      return;
    }
    const std::size_t half = word.size() / 2;
    add(with(part, word.substr(0, half)));
    add(with(part, word.substr(half)));
    if (const std::size_t point = word.find('.'); point != std::string_view::npos)
      add(with(part, word.substr(0, point)));
    for (std::size_t i = 0; i < word.size() && i < mostLetters; ++i) {
      std::string other(word);
      if (other[i] != 'a') {
        other[i] = 'a';
        add(with(part, other));
      }
      other = word;
      add(with(part, other.erase(i, 1)));
    }
  }

  static constexpr std::size_t mostLetters = 16; ///< of a word, one by one
  std::string text_;
  std::vector<Span> words_;
  std::vector<std::string> found_;
};

} // namespace

bool isSimpler(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return one.size() < other.size();
  return std::ranges::lexicographical_compare(one, other, {}, rankOf, rankOf);
}

std::vector<std::string> simplerTexts(std::string_view text) { return Simpler(text).all(); }

} // namespace beagle::compare
