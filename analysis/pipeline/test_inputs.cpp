#include "analysis/pipeline/test_inputs.h"

#include "analysis/change/tokens.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

namespace beagle::pipeline {

using compare::TestArgument;
using compare::TestCall;

namespace {

constexpr std::size_t mostCalls = 200; ///< of one function
constexpr std::size_t mostConstants = 2'000;
constexpr std::size_t mostText = 4096;

/// The character that an escape sequence stands for; `at` is behind the backslash, and behind the sequence afterwards.
char escaped(std::string_view text, std::size_t& at) {
  static constexpr std::string_view letters = "abfnrtv0\\'\"?", meanings("\a\b\f\n\r\t\v\0\\'\"?", 12);
  const char first = text[at];
  const auto isOctal = [&] { return at < text.size() && text[at] >= '0' && text[at] <= '7'; };
  if (isOctal()) {
    unsigned value = 0;
    for (int digits = 0; digits < 3 && isOctal(); ++digits) value = value * 8 + static_cast<unsigned>(text[at++] - '0');
    return static_cast<char>(value);
  }
  ++at;
  if (first == 'x') {
    unsigned value = 0;
    const auto [end, code] = std::from_chars(text.data() + at, text.data() + std::min(text.size(), at + 2), value, 16);
    at = static_cast<std::size_t>(end - text.data());
    return static_cast<char>(value);
  }
  const std::size_t known = letters.find(first);
  return known == std::string_view::npos ? first : meanings[known];
}

/// What stands between the quotes; nothing: it is no text that this knows.
std::optional<std::string> contentOf(std::string_view literal, char quote) {
  if (literal.size() < 2 || literal.front() != quote || literal.back() != quote) return {};
  const std::string_view inner = literal.substr(1, literal.size() - 2);
  std::string content;
  for (std::size_t at = 0; at < inner.size();) {
    if (inner[at] != '\\') content += inner[at++];
    else if (++at < inner.size()) content += escaped(inner, at);
  }
  return content;
}

std::optional<TestArgument> numberOf(std::string_view spelled, bool isNegative) {
  const std::string plain = change::plainNumber(spelled);
  const char* last = plain.data() + plain.size();
  std::uint64_t number = 0;
  if (const auto [end, code] = std::from_chars(plain.data(), last, number);
      code == std::errc() && (end == last || std::string_view("uUlLzZ").find(*end) != std::string_view::npos))
    return static_cast<std::int64_t>(isNegative ? std::uint64_t{0} - number : number);
  double real = 0;
  if (const auto [end, code] = std::from_chars(plain.data(), last, real);
      code == std::errc() && (end == last || std::string_view("fFlL").find(*end) != std::string_view::npos))
    return isNegative ? -real : real;
  return {};
}

/// A source as tokens with their texts.
class Reading {
public:
  Reading(std::string_view source, compare::TestInputs& inputs)
      : source_(source), tokens_(change::tokenise(source)), inputs_(inputs) {}

  void read() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if (at + 1 < tokens_.size() && tokens_[at].kind == change::TokenKind::Word && textOf(at + 1) == "(") noteCall(at);
      std::size_t behind = at;
      noteConstant(literal(behind));
    }
  }

private:
  [[nodiscard]] std::string_view textOf(std::size_t token) const {
    return source_.substr(tokens_[token].begin, tokens_[token].end - tokens_[token].begin);
  }

  /// The literal that begins at the token, which is left behind it then.
  std::optional<TestArgument> literal(std::size_t& at) const {
    const bool isNegative = textOf(at) == "-" && at + 1 < tokens_.size();
    const std::size_t first = at + (isNegative ? 1 : 0);
    std::optional<TestArgument> found;
    if (tokens_[first].kind == change::TokenKind::Number) found = numberOf(textOf(first), isNegative);
    if (tokens_[first].kind == change::TokenKind::Text && !isNegative) {
      if (const auto character = contentOf(textOf(first), '\''); character && character->size() == 1)
        found = std::int64_t{(*character)[0]};
      else if (auto text = contentOf(textOf(first), '"')) found = std::move(*text);
    }
    if (found) at = first + 1;
    return found;
  }

  /// `name(...)`: what each argument is, if it is written there.
  void noteCall(std::size_t name) {
    TestCall call;
    std::size_t at = name + 2;
    int depth = 1;
    bool isKnown = false;
    while (at < tokens_.size() && depth > 0) {
      std::size_t behind = at;
      const auto written = literal(behind);
      const bool isWhole = written && behind < tokens_.size() && (textOf(behind) == "," || textOf(behind) == ")");
      call.push_back(isWhole ? *written : TestArgument());
      isKnown |= isWhole;
      for (; at < tokens_.size(); ++at) {
        const std::string_view text = textOf(at);
        if (text == "(" || text == "[" || text == "{") ++depth;
        if (text == ")" || text == "]" || text == "}") --depth;
        if (depth == 0 || (depth == 1 && text == ",")) break;
      }
      ++at;
    }
    std::vector<TestCall>& calls = inputs_.calls[std::string(textOf(name))];
    if (isKnown && calls.size() < mostCalls && std::ranges::find(calls, call) == calls.end())
      calls.push_back(std::move(call));
  }

  void noteConstant(const std::optional<TestArgument>& written) {
    compare::CodeConstants& all = inputs_.constants;
    if (!written || all.integers.size() + all.texts.size() >= mostConstants) return;
    if (const auto* number = std::get_if<std::int64_t>(&*written))
      all.integers.push_back(static_cast<std::uint64_t>(*number));
    if (const auto* text = std::get_if<std::string>(&*written); text && !text->empty() && text->size() <= mostText)
      all.texts.push_back(*text);
    if (const auto* real = std::get_if<double>(&*written)) {
      all.floats[64].push_back(std::bit_cast<std::uint64_t>(*real));
      all.floats[32].push_back(std::bit_cast<std::uint32_t>(static_cast<float>(*real)));
    }
  }

  std::string_view source_;
  std::vector<change::Token> tokens_;
  compare::TestInputs& inputs_;
};

} // namespace

void addTestInputs(std::string_view source, compare::TestInputs& inputs) { Reading(source, inputs).read(); }

} // namespace beagle::pipeline
