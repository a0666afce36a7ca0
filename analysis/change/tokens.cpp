#include "analysis/change/tokens.h"

#include <algorithm>
#include <array>

namespace beagle::change {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
/// Bytes of other alphabets belong to names.
bool beginsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80);
}
bool isWordByte(char c) { return beginsWord(c) || isDigit(c); }

class Tokeniser {
public:
  explicit Tokeniser(std::string_view source) : source_(source) {}

  std::vector<Token> run() {
    while (skipGap()) {
      const std::size_t begin = at_;
      const TokenKind kind = next();
      tokens_.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
      lineHasTokens_ = true;
    }
    return std::move(tokens_);
  }

private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool follows(std::string_view text) const { return source_.substr(at_).starts_with(text); }

  /// Whether there is a further token.
  bool skipGap() {
    while (at_ < source_.size()) {
      if (peek() == '\n') lineHasTokens_ = false;
      if (isBlank(peek())) ++at_;
      else if (follows("\\\n") || follows("\\\r\n")) at_ += 2;
      else if (follows("//") || (peek() == '#' && !lineHasTokens_)) skipLine();
      else if (follows("/*")) skipTo(source_.find("*/", at_ + 2), 2);
      else return true;
    }
    return false;
  }

  void skipTo(std::size_t found, std::size_t length) {
    at_ = found == std::string_view::npos ? source_.size() : found + length;
  }

  /// To the end of the line, splices included.
  void skipLine() {
    for (; at_ < source_.size() && peek() != '\n'; ++at_)
      if (follows("\\\n")) ++at_;
      else if (follows("\\\r\n")) at_ += 2;
  }

  TokenKind next() {
    const char c = peek();
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) return number();
    if (c == '"' || c == '\'') return quoted(c);
    if (beginsWord(c)) return word();
    return sign();
  }

  TokenKind number() {
    for (; at_ < source_.size(); ++at_) {
      const char c = peek();
      const bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
      if (exponent && (peek(1) == '+' || peek(1) == '-')) ++at_;
      else if (c == '\'' && isWordByte(peek(1))) ++at_;
      else if (!isWordByte(c) && c != '.') break;
    }
    return TokenKind::Number;
  }

  TokenKind quoted(char quote) {
    for (++at_; at_ < source_.size() && peek() != quote && peek() != '\n'; ++at_)
      if (peek() == '\\') ++at_;
    at_ = std::min(at_ + 1, source_.size());
    return TokenKind::Text;
  }

  TokenKind word() {
    const std::size_t begin = at_;
    while (at_ < source_.size() && isWordByte(peek())) ++at_;
    const std::string_view text = source_.substr(begin, at_ - begin);
    const auto isOneOf = [&](std::initializer_list<std::string_view> prefixes) {
      return std::ranges::find(prefixes, text) != prefixes.end();
    };
    if (peek() == '"' && isOneOf({"R", "LR", "uR", "UR", "u8R"})) return rawText();
    if ((peek() == '"' || peek() == '\'') && isOneOf({"L", "u", "U", "u8"})) return quoted(peek());
    return TokenKind::Word;
  }

  TokenKind rawText() {
    const std::size_t open = source_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = source_.size();
    } else {
      const std::string close = ")" + std::string(source_.substr(at_ + 1, open - at_ - 1)) + "\"";
      skipTo(source_.find(close, open), close.size());
    }
    return TokenKind::Text;
  }

  TokenKind sign() {
    // Longer signs first. `>>` may close two template argument lists; compared with itself it does not matter.
    static constexpr std::array<std::string_view, 24> signs{"<=>", "<<=", ">>=", "...", "->*", "::", "->", "++",
                                                            "--",  "<<",  ">>",  "<=",  ">=",  "==", "!=", "&&",
                                                            "||",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|="};
    for (const std::string_view sign : signs) {
      if (!follows(sign)) continue;
      at_ += sign.size();
      return TokenKind::Operator;
    }
    at_ += follows("^=") || follows("##") || follows(".*") ? 2 : 1;
    return TokenKind::Operator;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  bool lineHasTokens_ = false;
  std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokenise(std::string_view source) { return Tokeniser(source).run(); }

std::string plainNumber(std::string_view number) {
  std::string text;
  for (const char c : number)
    if (c != '\'') text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool hexadecimal = text.starts_with("0x");
  if (text.find('.') != std::string::npos || text.find(hexadecimal ? 'p' : 'e') != std::string::npos) return text;
  unsigned radix = 10;
  std::size_t at = 0;
  if (hexadecimal) radix = 16, at = 2;
  else if (text.starts_with("0b")) radix = 2, at = 2;
  else if (text.size() > 1 && text[0] == '0') radix = 8, at = 1;
  std::uint64_t value = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const unsigned digit = isDigit(c)             ? static_cast<unsigned>(c - '0')
                           : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
                                                  : 99;
    if (digit >= radix) break;
    if (value > (~std::uint64_t{0} - digit) / radix) return text;
    value = value * radix + digit;
  }
  // A decimal literal and another one of the same value may differ in type; that is no matter of spelling.
  const bool mayBeUnsigned = radix != 10 && value > 0x7fffffffU;
  return std::to_string(value) + (mayBeUnsigned ? "x" : "") + text.substr(at);
}

std::string onOneLine(std::string_view source, const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (i > begin && tokens[i].begin > tokens[i - 1].end) text += ' ';
    bool gap = false;
    for (const char c : source.substr(tokens[i].begin, tokens[i].end - tokens[i].begin)) {
      // Only raw strings and spliced ones hold line breaks.
      if (c == '\n' || c == '\r') {
        gap = true;
        continue;
      }
      if (gap) text += ' ';
      gap = false;
      text += c;
    }
  }
  return text;
}

std::uint32_t TokenNames::idOf(std::string_view source, const Token& token) {
  const std::string_view text = source.substr(token.begin, token.end - token.begin);
  std::string name = token.kind == TokenKind::Number ? plainNumber(text) : std::string(text);
  return ids_.try_emplace(std::move(name), static_cast<std::uint32_t>(ids_.size())).first->second;
}

} // namespace beagle::change
