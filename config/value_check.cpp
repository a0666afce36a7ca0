#include "config/value_check.h"

#include "analysis/support/duration.h"
#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <algorithm>
#include <charconv>

namespace beagle::config {

using support::printable;
using support::printDuration;

namespace {

using Kind = Node::Kind;
using TypeKind = ValueType::Kind;

constexpr std::size_t longestText = 4096;

std::string shownText(const Node& node) {
  return fmt::format("`{}`", printable(node.text, 60));
}

/// A plain text that readers of YAML, and editors with our schema, take for a switch or a number.
bool looksLikeAnotherType(const Node& node) {
  static constexpr std::string_view words[] = {"true", "True", "TRUE", "false", "False", "FALSE",
                                               ".inf", ".Inf", ".INF", ".nan",  ".NaN",  ".NAN"};
  if (node.isQuoted) return false;
  std::string_view text = node.text;
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (std::ranges::find(words, text) != std::end(words) || text.starts_with("0x") || text.starts_with("0o"))
    return true;
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return false;
  double number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code != std::errc::invalid_argument && end == text.data() + text.size();
}

bool isIdentifier(std::string_view text) {
  const auto isWord = [](char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  return !text.empty() && !(text[0] >= '0' && text[0] <= '9') && std::ranges::all_of(text, isWord);
}

bool hasControls(std::string_view text, bool mayHaveLines) {
  return std::ranges::any_of(text, [&](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && !(mayHaveLines && (c == '\n' || c == '\t'))) || byte == 0x7f;
  });
}

std::optional<Misfit> checkWord(const ValueType& type, const Node& node, const std::string& key) {
  std::vector<std::string> words;
  for (const auto& [word, doc] : type.words) words.emplace_back(word);
  if (std::ranges::find(words, node.text) != words.end()) return std::nullopt;
  const auto near = support::nearest(node.text, words);
  return Misfit{node, fmt::format("`{}` cannot be {}", key, shownText(node)),
                near ? fmt::format("did you mean `{}`?", *near)
                     : fmt::format("it is one of {}", fmt::join(words, ", "))};
}

std::optional<Misfit> checkCount(const ValueType& type, const Node& node, const std::string& key) {
  const std::string hint = fmt::format("write a number from {} to {}", type.range.least, type.range.most);
  if (node.isQuoted)
    return Misfit{node, fmt::format("`{}` is a number, and this is a text", key), "leave out the quotes"};
  std::uint64_t number = 0;
  const char* last = node.text.data() + node.text.size();
  const auto [end, code] = std::from_chars(node.text.data(), last, number);
  // "08" is octal for some readers, and no number for others.
  if (end != last || code == std::errc::invalid_argument || (node.text.size() > 1 && node.text[0] == '0'))
    return Misfit{node, fmt::format("`{}` is a number, and {} is none", key, shownText(node)), hint};
  if (code == std::errc::result_out_of_range || number > type.range.most)
    return Misfit{node, fmt::format("{} is too large for `{}`", printable(node.text, 60), key), hint};
  if (number < type.range.least)
    return Misfit{node, fmt::format("{} is too small for `{}`", node.text, key), hint};
  return std::nullopt;
}

std::optional<Misfit> checkDuration(const ValueType& type, const Node& node, const std::string& key) {
  const auto time = support::parseDuration(node.text);
  const bool isBare = !node.text.empty() && node.text.find_first_not_of("0123456789") == std::string::npos;
  if (!time && isBare)
    return Misfit{node, fmt::format("`{}` is a time, and {} has no unit", key, shownText(node)),
                  "write 90s, 5m or 1h"};
  if (!time)
    return Misfit{node, fmt::format("`{}` is a time, and {} is none", key, shownText(node)),
                  "write 90s, 5m or 1h"};
  const auto length = static_cast<std::uint64_t>(time->count());
  if (length >= type.range.least && length <= type.range.most) return std::nullopt;
  return Misfit{
      node,
      fmt::format("{} is too {} for `{}`", node.text, length < type.range.least ? "short" : "long", key),
      fmt::format("it is from {} to {}", printDuration(std::chrono::milliseconds(type.range.least)),
                  printDuration(std::chrono::milliseconds(type.range.most)))};
}

/// `subject`: what is checked, in words.
std::optional<Misfit> checkPath(const Node& node, const std::string& subject) {
  const std::string normal = support::normalPath(node.text);
  if (node.text.starts_with('/'))
    return Misfit{node, fmt::format("{} is an absolute path, {}", subject, shownText(node)),
                  "other machines have other folders; write it relative to the project's root"};
  if (normal == ".." || normal.starts_with("../"))
    return Misfit{node, fmt::format("{} leads out of the folder of this file", shownText(node)),
                  "name something below it"};
  return std::nullopt;
}

std::optional<Misfit> checkPattern(const Node& node, const std::string& subject) {
  if (node.text.starts_with('!'))
    return Misfit{node, fmt::format("{} begins with `!`, which means nothing here", shownText(node)),
                  "use `include` and `exclude`"};
  if (const auto mark = support::unknownGlobMark(node.text))
    return Misfit{node, fmt::format("{} has a `{}`, which patterns do not know", shownText(node), *mark),
                  "use *, ? and **, and several patterns where one is not enough"};
  // A leading slash only says that the pattern begins at the folder.
  return node.text.starts_with('/') ? std::nullopt : checkPath(node, subject);
}

std::optional<Misfit> checkFlag(const Node& node) {
  if (!node.text.starts_with('-'))
    return Misfit{node, fmt::format("{} is no option of a compiler", shownText(node)),
                  "options begin with `-`"};
  if (node.text.find(' ') != std::string::npos && node.text.find_first_of("=\"'") == std::string::npos)
    return Misfit{node, fmt::format("{} is more than one option", shownText(node)),
                  "write each on a line of its own"};
  return std::nullopt;
}

/// Of a scalar.
std::optional<Misfit> checkText(Form form, const Node& node, const std::string& subject) {
  if (looksLikeAnotherType(node))
    return Misfit{node, fmt::format("{} is a text, and {} is none", subject, shownText(node)),
                  "put it into quotes if it is meant so"};
  if (support::trim(node.text).empty())
    return Misfit{node, fmt::format("{} is empty", subject), "write something, or leave the line out"};
  if (node.text.size() > longestText)
    return Misfit{node, fmt::format("{} has {} characters", subject, node.text.size()),
                  fmt::format("it may have {}", longestText)};
  if (hasControls(node.text, form == Form::Command))
    return Misfit{node, fmt::format("{} has line breaks or control characters in it", shownText(node)),
                  "write it on one line"};
  switch (form) {
  case Form::Command:
    return std::nullopt;
  case Form::Path:
    return checkPath(node, subject);
  case Form::Pattern:
    return checkPattern(node, subject);
  case Form::Flag:
    return checkFlag(node);
  }
  return std::nullopt;
}

std::optional<Misfit> checkTexts(const ValueType& type, const Node& node, const std::string& key) {
  const ValueType itemType{TypeKind::Text, {}, {}, type.form};
  if (node.kind == Kind::Nothing) return std::nullopt; // all of it may be commented out
  if (node.kind != Kind::List) {
    const bool isGood = node.kind == Kind::Scalar && !checkText(type.form, node, key);
    return Misfit{node, fmt::format("`{}` is a list", key),
                  fmt::format("write `{}: [{}]`, or each on a line of its own behind `- `",
                              key.substr(key.rfind('.') + 1),
                              isGood ? printable(node.text, 60) : example(itemType))};
  }
  const std::string subject = fmt::format("an item of `{}`", key);
  for (const Node& item : node.items) {
    if (item.kind != Kind::Scalar)
      return Misfit{item,
                    fmt::format("{} is {}", subject,
                                item.kind == Kind::Nothing ? "empty"
                                : item.kind == Kind::List  ? "a list"
                                                           : "a key"),
                    fmt::format("write one text behind each `-`, such as `- {}`", example(itemType))};
    if (auto wrong = checkText(type.form, item, subject)) return wrong;
  }
  return std::nullopt;
}

std::optional<Misfit> checkTreatment(const Node& node, const std::string& key) {
  static constexpr std::string_view like = "like ";
  if (node.text == "outside" || node.text == "pure") return std::nullopt;
  if (node.text.starts_with(like) && isIdentifier(std::string_view(node.text).substr(like.size())))
    return std::nullopt;
  const std::vector<std::string> words{"outside", "pure"};
  const auto near = support::nearest(node.text, words);
  return Misfit{node, fmt::format("`{}` cannot be {}", key, shownText(node)),
                near ? fmt::format("did you mean `{}`?", *near)
                     : "it is outside, pure, or the word like and a function, as in `like malloc`"};
}

} // namespace

std::optional<Misfit> checkValue(const ValueType& type, const Node& node, const std::string& key) {
  if (type.kind == TypeKind::Texts) return checkTexts(type, node, key);
  const std::string name = key.substr(key.rfind('.') + 1);
  if (node.kind == Kind::Nothing)
    return Misfit{node, fmt::format("`{}` has no value", key),
                  fmt::format("write `{}: {}`, or leave the line out", name, example(type))};
  if (node.kind != Kind::Scalar)
    return Misfit{
        node, fmt::format("`{}` takes one value, not {}", key, node.kind == Kind::List ? "a list" : "keys"),
        fmt::format("write `{}: {}`", name, example(type))};
  switch (type.kind) {
  case TypeKind::Switch:
    if (!node.isQuoted && (node.text == "true" || node.text == "false")) return std::nullopt;
    return Misfit{node, fmt::format("`{}` is true or false, and {} is neither", key, shownText(node)),
                  node.isQuoted ? "leave out the quotes" : "write `true` or `false`"};
  case TypeKind::Word:
    return checkWord(type, node, key);
  case TypeKind::Count:
    return checkCount(type, node, key);
  case TypeKind::Duration:
    return checkDuration(type, node, key);
  case TypeKind::Text:
    return checkText(type.form, node, fmt::format("`{}`", key));
  case TypeKind::Treatment:
    return checkTreatment(node, key);
  case TypeKind::Texts:
    break;
  }
  return std::nullopt;
}

std::optional<Misfit> checkFunctionName(const Node& node) {
  if (support::trim(node.text).empty())
    return Misfit{node, "a function without a name", "write its name before the `:`"};
  if (node.text.size() > longestText)
    return Misfit{node, "the name of a function is too long",
                  fmt::format("it may have {} characters", longestText)};
  if (hasControls(node.text, false))
    return Misfit{node, fmt::format("{} is no name of a function", shownText(node)), "write it on one line"};
  return std::nullopt;
}

std::string example(const ValueType& type) {
  switch (type.kind) {
  case TypeKind::Switch:
    return "true";
  case TypeKind::Word:
    return std::string(type.words.front().first);
  case TypeKind::Count:
    return std::to_string(std::clamp<std::uint64_t>(8, type.range.least, type.range.most));
  case TypeKind::Duration:
    return "90s";
  case TypeKind::Treatment:
    return "outside";
  case TypeKind::Text:
    switch (type.form) {
    case Form::Command:
      return "make all";
    case Form::Path:
      return "build/compile_commands.json";
    case Form::Pattern:
      return "vendor/**";
    case Form::Flag:
      return "-DNDEBUG";
    }
    break;
  case TypeKind::Texts:
    return fmt::format("[{}]", example({TypeKind::Text, {}, {}, type.form}));
  }
  return {};
}

std::string describe(const ValueType& type) {
  switch (type.kind) {
  case TypeKind::Switch:
    return "`true` or `false`";
  case TypeKind::Word:
    return "a word";
  case TypeKind::Count:
    return fmt::format("a number from {} to {}", type.range.least, type.range.most);
  case TypeKind::Duration:
    return fmt::format("a time such as `90s`, `5m` or `1h`, from {} to {}",
                       printDuration(std::chrono::milliseconds(type.range.least)),
                       printDuration(std::chrono::milliseconds(type.range.most)));
  case TypeKind::Treatment:
    return "`outside`: it may return anything and write through its pointers; `pure`: it does nothing else "
           "than return "
           "a result, the same one for the same arguments; `like NAME`: it does what that function of the C "
           "library does";
  case TypeKind::Text:
    switch (type.form) {
    case Form::Command:
      return "a command for a shell";
    case Form::Path:
      return "a path, relative to the project's root";
    case Form::Pattern:
      return "a pattern";
    case Form::Flag:
      return "an option";
    }
    break;
  case TypeKind::Texts:
    return type.form == Form::Pattern ? "a list of patterns" : "a list of options";
  }
  return {};
}

} // namespace beagle::config
