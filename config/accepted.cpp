#include "config/accepted.h"

#include "analysis/support/text.h"
#include "config/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>

namespace beagle::config {

using support::Error;
using support::ErrorKind;
using support::Result;

namespace {

struct Field {
  std::string_view name;
  std::string Accepted::*member;
};
constexpr std::array fields{Field{"finding", &Accepted::finding},   Field{"seen", &Accepted::seen},
                          Field{"function", &Accepted::function}, Field{"what", &Accepted::what},
                          Field{"reason", &Accepted::reason},     Field{"until", &Accepted::until}};

std::unexpected<Error> wrong(const Node& node, const std::string& file, std::string message) {
  return std::unexpected(Error(ErrorKind::Usage, std::move(message)).at({file, node.line, node.column}));
}

Result<Accepted> readOne(const Node& item, const std::string& file) {
  if (item.kind != Node::Kind::Map)
    return wrong(item, file, "an accepted finding is a map: `- finding: ...`");
  Accepted accepted;
  accepted.origin = {file, item.line, item.column};
  std::vector<std::string> known;
  for (const Field& field : fields) known.emplace_back(field.name);
  for (const auto& [name, value] : item.entries) {
    const auto key = std::ranges::find(fields, std::string_view(name.text), &Field::name);
    if (key == fields.end()) {
      const auto near = support::nearest(name.text, known);
      return wrong(name, file,
                   fmt::format("unknown key `{}`{}", name.text,
                               near ? fmt::format("; did you mean `{}`?", *near) : ""));
    }
    if (value.kind != Node::Kind::Scalar) return wrong(value, file, fmt::format("`{}` is a text", name.text));
    if (!(accepted.*(key->member)).empty())
      return wrong(name, file, fmt::format("`{}` stands there twice", name.text));
    accepted.*(key->member) = value.text;
    if (key->name == "until" && !isDate(value.text))
      return wrong(value, file, fmt::format("`until` is a day such as 2027-01-31, not `{}`", value.text));
  }
  for (const auto member : {&Accepted::finding, &Accepted::seen})
    if ((accepted.*member).empty())
      return wrong(item, file,
                   fmt::format("`{}` is missing; `beagle accept` writes it",
                               member == &Accepted::finding ? "finding" : "seen"));
  return accepted;
}

/// A text of YAML between double quotes.
std::string yamlText(std::string_view text) {
  std::string result = "\"";
  for (const char c : support::printable(text, 500)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

} // namespace

bool isDate(std::string_view text) {
  const auto number = [&](std::size_t from, std::size_t count) {
    unsigned value = 0;
    for (const char c : text.substr(from, count)) {
      if (c < '0' || c > '9') return 0U;
      value = value * 10 + static_cast<unsigned>(c - '0');
    }
    return value;
  };
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  using namespace std::chrono;
  const unsigned y = number(0, 4), m = number(5, 2), d = number(8, 2);
  return y != 0 && year_month_day(year(static_cast<int>(y)), month(m), day(d)).ok();
}

namespace {

constexpr std::string_view commentMark = "beagle-accept";

bool isHexadecimal(std::string_view text, std::size_t least) {
  return text.size() >= least && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// A quote may also stand between digits.
bool isCharacter(std::string_view text) {
  return text.size() > 2 && text[0] == '\'' && (text[1] == '\\' || text[2] == '\'');
}

/// Of the beginning of a line: where it has nothing but a star, a comment may have begun above.
bool endsInComment(std::string_view text) {
  if (text.find_first_not_of(" \t*") == std::string_view::npos) return true;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote != 0 && text[i] == '\\') ++i;
    else if (quote != 0) quote = text[i] == quote ? char(0) : quote;
    else if (text[i] == '"' || isCharacter(text.substr(i))) quote = text[i];
    else if (text.substr(i).starts_with("//") || text.substr(i).starts_with("/*")) return true;
  }
  return false;
}

/// What stands behind the mark; nothing when it is another word, or does not stand in a comment.
std::optional<std::string_view> afterMark(std::string_view line) {
  const std::size_t at = line.find(commentMark);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view before = line.substr(0, at), rest = line.substr(at + commentMark.size());
  if (!endsInComment(before) || !(rest.empty() || rest.starts_with(' ') || rest.starts_with(':'))) return std::nullopt;
  return support::trim(rest.substr(0, rest.find("*/")));
}

Result<Accepted> readComment(std::string_view text) {
  const auto refuse = [](std::string_view why) {
    return support::usageError("{}: `beagle accept --comment` writes `{} FINDING SEEN [until DATE]: REASON`", why, commentMark);
  };
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return refuse("no reason is given");
  Accepted accepted;
  accepted.reason = support::printable(support::trim(text.substr(colon + 1)), 500);
  std::vector<std::string_view> words;
  for (const std::string_view word : support::split(text.substr(0, colon), ' '))
    if (!word.empty()) words.push_back(word);
  if (words.size() != 2 && !(words.size() == 4 && words[2] == "until")) return refuse("these are not the words for it");
  if (!isHexadecimal(words[0], 12)) return refuse("a finding is named by 12 or more characters from 0 to f");
  if (!isHexadecimal(words[1], 16)) return refuse("what it looked like is 16 characters from 0 to f");
  if (words.size() == 4 && !isDate(words[3])) return refuse("a day is such as 2027-01-31");
  if (accepted.reason.empty()) return refuse("no reason is given");
  accepted.finding = words[0];
  accepted.seen = words[1];
  if (words.size() == 4) accepted.until = words[3];
  return accepted;
}

} // namespace

AcceptingComments acceptingComments(std::string_view source, const std::string& file) {
  AcceptingComments found;
  if (source.find(commentMark) == std::string_view::npos) return found;
  unsigned number = 0;
  for (const std::string_view line : support::lines(source)) {
    ++number;
    const auto text = afterMark(line);
    if (!text) continue;
    auto accepted = readComment(*text);
    if (!accepted) {
      found.problems.push_back(fmt::format("{}:{}: {}", file, number, accepted.error().str()));
      continue;
    }
    accepted->origin = {file, number, 0};
    found.accepted.push_back(std::move(*accepted));
  }
  return found;
}

std::string acceptingComment(const Accepted& accepted) {
  std::string reason = support::printable(accepted.reason, 500);
  if (reason.ends_with('\\')) reason += '.'; // or the comment would go on in the next line
  return fmt::format("{} {} {}{}: {}", commentMark, accepted.finding, accepted.seen,
                     accepted.until.empty() ? "" : " until " + accepted.until, reason);
}

Result<std::vector<Accepted>> readAccepted(std::string_view content, const std::string& file) {
  auto document = readYaml(content, file, listLimits);
  if (!document) return std::unexpected(std::move(document.error()));
  std::vector<Accepted> all;
  if (document->kind == Node::Kind::Nothing) return all;
  if (document->kind != Node::Kind::List)
    return wrong(*document, file, "this is a list of accepted findings, each beginning with `- finding: `");
  for (const Node& item : document->items) {
    auto accepted = readOne(item, file);
    if (!accepted) return std::unexpected(std::move(accepted.error()));
    all.push_back(std::move(*accepted));
  }
  return all;
}

std::string withAccepted(std::string content, const Accepted& accepted) {
  if (support::trim(content).empty())
    content = "# Differences that somebody looked at and wants. `beagle accept` adds to this list; `beagle "
              "check` counts\n"
              "# those in it as allowed, as long as they look the same. Take out what is no longer needed.\n";
  if (!content.ends_with('\n')) content += '\n';
  const char* lead = "- ";
  for (const Field& field : fields)
    if (const std::string& text = accepted.*(field.member); !text.empty())
      content += fmt::format("{}{}: {}\n", std::exchange(lead, "  "), field.name, yamlText(text));
  return content;
}

} // namespace beagle::config
