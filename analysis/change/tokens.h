#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace beagle::change {

enum class TokenKind : std::uint8_t { Word, Number, Text, Operator };

/// A piece of C or C++ source; `begin` and `end` are byte offsets.
struct Token {
  TokenKind kind = TokenKind::Operator;
  std::uint32_t begin = 0, end = 0;
};

/// The tokens of a piece of source. Comments, layout, line splices and preprocessor directives are none.
/// Any text is accepted: what is no C becomes operators of one character.
[[nodiscard]] std::vector<Token> tokenise(std::string_view source);

/// A number in the one spelling that all spellings of it share: `0X1F'00u` and `7936U` are the same.
[[nodiscard]] std::string plainNumber(std::string_view number);

/// The source of a run of tokens on one line: comments left out, a single blank where there was any gap.
[[nodiscard]] std::string onOneLine(std::string_view source, const std::vector<Token>& tokens, std::size_t begin,
                                    std::size_t end);

/// Gives equal token texts equal numbers. Two texts to be compared share one.
class TokenNames {
public:
  [[nodiscard]] std::uint32_t idOf(std::string_view source, const Token& token);

private:
  std::unordered_map<std::string, std::uint32_t> ids_;
};

} // namespace beagle::change
