#include "analysis/change/code_lines.h"

#include <cctype>
#include <string>

namespace beagle::change {

namespace {

class LineScanner {
public:
  LineScanner(std::string_view text, std::size_t lines) : text_(text), wanted_(lines) {}

  std::vector<std::string> run() {
    lines_.emplace_back();
    while (at_ < text_.size() && lines_.size() <= wanted_) {
      switch (text_[at_]) {
      case '/':
        if (starts("//")) lineComment();
        else if (starts("/*")) blockComment();
        else step(true);
        break;
      case '"': quoted('"'); break;
      case '\'':
        if (digitSeparator()) step(true);
        else quoted('\'');
        break;
      case 'R':
        if (!rawString()) step(true);
        break;
      case '\\': step(!splice()); break;
      default: step(!isBlank(text_[at_]));
      }
    }
    if (lines_.size() > wanted_) lines_.resize(wanted_);
    else if (!text_.empty() && text_.back() == '\n') lines_.pop_back();
    return std::move(lines_);
  }

private:
  [[nodiscard]] static bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  [[nodiscard]] bool starts(std::string_view mark) const { return text_.substr(at_).starts_with(mark); }
  [[nodiscard]] bool splice() const { return starts("\\\n") || starts("\\\r\n"); }
  [[nodiscard]] bool digitSeparator() const {
    return at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) && at_ + 1 < text_.size() &&
           std::isalnum(static_cast<unsigned char>(text_[at_ + 1])) && insideNumber();
  }
  [[nodiscard]] bool insideNumber() const {
    std::size_t begin = at_;
    while (begin > 0 && (std::isalnum(static_cast<unsigned char>(text_[begin - 1])) || text_[begin - 1] == '\''))
      --begin;
    return std::isdigit(static_cast<unsigned char>(text_[begin])) != 0;
  }

  void step(bool isCode) {
    if (text_[at_] == '\n') lines_.emplace_back();
    else lines_.back() += isCode ? text_[at_] : ' ';
    ++at_;
  }

  void lineComment() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (splice()) at_ = text_.find('\n', at_); // the comment goes on
      step(false);
    }
  }

  void blockComment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    const std::size_t stop = end == std::string_view::npos ? text_.size() : end + 2;
    while (at_ < stop) step(false);
  }

  void quoted(char quote) {
    step(true);
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\n') return; // not closed: do not swallow the rest of the file
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) step(true);
      step(true);
    }
    if (at_ < text_.size()) step(true);
  }

  bool rawString() {
    if (!starts("R\"") || (at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) && !prefixed()))
      return false;
    const std::size_t open = text_.find('(', at_ + 2);
    if (open == std::string_view::npos || open - at_ > 18) return false;
    const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const std::size_t end = text_.find(close, open);
    if (end == std::string_view::npos) return false;
    while (at_ < end + close.size()) step(true);
    return true;
  }
  [[nodiscard]] bool prefixed() const {
    return text_[at_ - 1] == 'u' || text_[at_ - 1] == 'U' || text_[at_ - 1] == 'L' || text_[at_ - 1] == '8';
  }

  std::string_view text_;
  std::size_t wanted_;
  std::size_t at_ = 0;
  std::vector<std::string> lines_;
};

} // namespace

std::vector<std::string> codeOfLines(std::string_view text, std::size_t lines) {
  return LineScanner(text, lines).run();
}

std::vector<bool> codeLines(std::string_view text, std::size_t lines) {
  std::vector<bool> isCode;
  for (const std::string& line : codeOfLines(text, lines))
    isCode.push_back(line.find_first_not_of(' ') != std::string::npos);
  return isCode;
}

} // namespace beagle::change
