#include "config/yaml_error.h"

#include "analysis/support/text.h"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <vector>

namespace beagle::config {

using support::Error;
using support::ErrorKind;

namespace {

struct Explanation {
  std::string_view theirs; ///< how their message begins
  std::string_view message, hint;
};

/// For what people do most. The messages of the parser that go on after these words name a character.
Explanation explanationOf(const std::string& message) {
  namespace is = YAML::ErrorMsg;
  const Explanation all[] = {
      {is::TAB_IN_INDENTATION, "this line is indented with a tab", "use spaces"},
      {is::MAP_VALUE, "a `:` cannot stand here",
       "check the indentation, and quote a value that has `: ` in it"},
      {is::END_OF_MAP, "this line belongs to nothing above it",
       "give keys of one level the same indentation"},
      {is::END_OF_SEQ, "this line belongs to nothing above it",
       "give items of one list the same indentation"},
      {is::BLOCK_ENTRY, "a `-` cannot stand here",
       "start the list on a line of its own, indented with spaces"},
      {is::END_OF_SEQ_FLOW, "a list that was begun with `[` does not end before this", "close it with `]`"},
      {is::END_OF_MAP_FLOW, "what was begun with `{` does not end before this", "close it with `}`"},
      {is::FLOW_END, "this bracket closes nothing", "quote a value that has brackets in it"},
      {is::EOF_IN_SCALAR, "the file ends inside of a quoted text", "close the quote"},
      {is::DOC_IN_SCALAR, "a quoted text does not end before this", "close the quote"},
      {is::UNKNOWN_TOKEN, "no value begins with this character", "quote it"},
      {is::UNKNOWN_ANCHOR, "no `&` names what this alias stands for", "quote a value that begins with `*`"},
      {is::ALIAS_NOT_FOUND, "a `*` without a name", "quote a value that begins with `*`"},
      {is::ANCHOR_NOT_FOUND, "a `&` without a name", "quote a value that begins with `&`"},
      {is::INVALID_ESCAPE, "no character is written like this",
       "between double quotes, write a backslash twice"},
      {is::INVALID_HEX, "no character is written like this",
       "between double quotes, write a backslash twice"},
      {is::INVALID_UNICODE, "there is no character of this number",
       "between double quotes, write a backslash twice"},
      // What it says when it is nested too deeply.
      {is::BAD_FILE, "too many levels inside one another", ""},
  };
  for (const Explanation& one : all)
    if (message.starts_with(one.theirs)) return one;
  return {message, "", ""};
}

/// The line of the first mark of a conflict between two versions; 0 when there is none.
unsigned conflictIn(const std::vector<std::string_view>& lines) {
  const auto mark =
      std::ranges::find_if(lines, [](std::string_view line) { return line.starts_with("<<<<<<< "); });
  return mark == lines.end() ? 0 : static_cast<unsigned>(mark - lines.begin() + 1);
}

} // namespace

Error yamlError(const std::string& message, support::SourcePosition position, std::string_view content) {
  const auto lines = support::lines(content);
  if (const unsigned line = conflictIn(lines); line > 0)
    return Error(ErrorKind::Usage, "a conflict between two versions was left here")
        .at({position.file, line, 1})
        .hint("keep one of them");
  const std::string_view line =
      position.line >= 1 && position.line <= lines.size() ? lines[position.line - 1] : std::string_view();
  const std::size_t indentation = std::min(line.find_first_not_of(" \t"), line.size());
  if (const std::size_t tab = line.find('\t'); tab < indentation)
    return Error(ErrorKind::Usage, "this line is indented with a tab")
        .at({position.file, position.line, static_cast<unsigned>(tab + 1)})
        .hint("use spaces");
  namespace is = YAML::ErrorMsg;
  if ((message == is::END_OF_MAP || message == is::END_OF_SEQ) && position.column > indentation + 1)
    return Error(ErrorKind::Usage, "this does not belong to the value before it")
        .at(std::move(position))
        .hint("put quotes around all of the value");
  const Explanation found = explanationOf(message);
  if (found.message.empty())
    return Error(ErrorKind::Usage, "this is no YAML: " + support::printable(message, 200))
        .at(std::move(position));
  return Error(ErrorKind::Usage, std::string(found.message))
      .at(std::move(position))
      .hint(std::string(found.hint));
}

} // namespace beagle::config
