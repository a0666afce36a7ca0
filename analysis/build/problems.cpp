#include "analysis/build/problems.h"

#include "analysis/build/paths.h"
#include "analysis/support/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace beagle::build {

namespace {

using support::SourcePosition;

std::string shown(std::string_view path) {
  if (path.starts_with(sourceRoot) && path.substr(sourceRoot.size()).starts_with('/'))
    path.remove_prefix(sourceRoot.size() + 1);
  while (path.starts_with("../")) path.remove_prefix(3); // of an out-of-tree build: "../src/x.c" is x.c
  return support::printable(path);
}

/// Reads a number and the separator after it from the front of `text`.
std::optional<unsigned> takeNumber(std::string_view& text) {
  unsigned number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// "file:line[:column]: [fatal ]error: message", as compilers and Meson ("ERROR:") write it.
std::optional<Problem> compilerProblem(std::string_view line) {
  constexpr std::array<std::string_view, 3> marks{": fatal error: ", ": error: ", ": ERROR: "};
  for (const std::string_view mark : marks) {
    const std::size_t at = line.find(mark);
    // What stands before the mark is a place; a warning's text may hold the mark as well.
    if (at == std::string_view::npos || line.find(": ") < at) continue;
    std::string_view place = line.substr(0, at);
    Problem problem{.position = {}, .message = support::printable(line.substr(at + mark.size()))};
    const std::size_t colon = place.find(':');
    if (colon == std::string_view::npos) {
      problem.message = support::printable(line); // "configure: error: ...", "gcc: fatal error: ..."
      return problem;
    }
    problem.position.file = shown(place.substr(0, colon));
    place.remove_prefix(colon + 1);
    problem.position.line = takeNumber(place).value_or(0);
    if (place.starts_with(':')) place.remove_prefix(1);
    problem.position.column = takeNumber(place).value_or(0);
    return problem;
  }
  return std::nullopt;
}

/// "CMake Error at file:line (command):" with its text in the lines below, or "CMake Error: text".
std::optional<Problem> cmakeProblem(const std::vector<std::string_view>& lines, std::size_t at) {
  constexpr std::string_view mark = "CMake Error";
  std::string_view line = lines[at];
  if (!line.starts_with(mark)) return std::nullopt;
  line.remove_prefix(mark.size());
  Problem problem;
  if (line.starts_with(" at ")) {
    line.remove_prefix(4);
    const std::size_t colon = line.find(':');
    problem.position.file = shown(line.substr(0, colon));
    line.remove_prefix(std::min(line.size(), colon == std::string_view::npos ? line.size() : colon + 1));
    problem.position.line = takeNumber(line).value_or(0);
  } else if (line.starts_with(": ")) {
    problem.message = support::printable(line.substr(2));
  }
  bool isListed = false; // "Cannot find source file:" goes on in the next paragraph, and no farther
  for (std::size_t next = at + 1; next < lines.size() && problem.message.size() < 300; ++next) {
    const std::string_view text = support::trim(lines[next]);
    if (text.empty() && !problem.message.empty()) { // a path is a paragraph of its own within its sentence
      const bool isLast = isListed || problem.message.ends_with('.');
      isListed = problem.message.ends_with(':');
      if (isLast && !isListed) break;
    }
    if (!text.empty() && lines[next].front() != ' ') break;
    if (!text.empty()) problem.message += (problem.message.empty() ? "" : " ") + support::printable(text);
  }
  return problem;
}

/// Messages of make, linkers and shells, without a position that helps.
bool isOtherProblem(std::string_view line) {
  constexpr std::array<std::string_view, 7> marks{
      "undefined reference to",  ": *** No rule to make", "command not found", ": cannot find -l", ": not found",
      "No space left on device", "Can't exec \""};
  if (line.starts_with("checking ")) return false;
  return std::ranges::any_of(marks, [&](std::string_view mark) { return line.find(mark) != std::string_view::npos; });
}

bool triedNetwork(std::string_view text) {
  constexpr std::array<std::string_view, 4> marks{"Could not resolve host", "Temporary failure in name resolution",
                                                  "Couldn't resolve host", "Network is unreachable"};
  return std::ranges::any_of(marks, [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

/// A program that a shell or autoconf did not find; empty if they found all.
std::string missingProgram(std::string_view text) {
  for (const std::string_view line : support::lines(text)) {
    constexpr std::string_view exec = "Can't exec \"";
    if (const std::size_t at = line.find(exec); at != std::string_view::npos) {
      const std::string_view name = line.substr(at + exec.size());
      return std::string(name.substr(0, name.find('"')));
    }
    // "sh: 1: flex: not found", "bash: line 1: flex: command not found"
    for (const std::string_view end : {": not found", ": command not found"}) {
      if (!line.ends_with(end)) continue;
      const std::string_view before = line.substr(0, line.size() - end.size());
      const std::size_t colon = before.rfind(": ");
      if (colon == std::string_view::npos) continue;
      const std::string_view name = before.substr(colon + 2);
      if (!name.empty() && name.find_first_of(" /'\"") == std::string_view::npos) return std::string(name);
    }
  }
  return {};
}

/// "make: *** [Makefile:2: a.o] Error 127" and what follows: that something failed, not why.
bool saysOnlyThatItFailed(std::string_view line) {
  if (line.find(": *** [") != std::string_view::npos) return line.find("] Error ") != std::string_view::npos;
  return line.ends_with(" not remade because of errors.") || line.ends_with("*** Waiting for unfinished jobs....");
}

std::string lastWords(const support::ProcessResult& result) {
  std::string_view last;
  for (const std::string* text : {&result.errors, &result.output}) {
    const auto lines = support::lines(*text);
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
      const std::string_view words = support::trim(*line);
      if (words.empty()) continue;
      if (!saysOnlyThatItFailed(words)) return support::printable(words);
      if (last.empty()) last = words;
    }
    if (!last.empty()) break; // what make itself prints on the other stream is no reason
  }
  return last.empty() ? "it printed nothing" : support::printable(last);
}

} // namespace

std::string Problem::str() const { return position.file.empty() ? message : position.str() + ": " + message; }

std::vector<Problem> problemsIn(std::string_view text, std::size_t atMost) {
  std::vector<Problem> problems;
  const auto lines = support::lines(text);
  for (std::size_t at = 0; at < lines.size() && problems.size() < atMost; ++at) {
    std::optional<Problem> problem = cmakeProblem(lines, at);
    if (!problem) problem = compilerProblem(lines[at]);
    if (!problem && isOtherProblem(lines[at])) problem = Problem{{}, support::printable(support::trim(lines[at]))};
    const auto same = [&](const Problem& other) { return other.str() == problem->str(); };
    if (problem && std::ranges::none_of(problems, same)) problems.push_back(std::move(*problem));
  }
  return problems;
}

support::Error stepFailed(std::string_view command, const support::ProcessResult& result) {
  using End = support::ProcessResult::End;
  const std::string task = fmt::format("`{}` {}", support::printable(command), result.describe());
  if (result.end == End::Cancelled) return {support::ErrorKind::Cancelled, task};
  if (result.end == End::TimedOut)
    return support::Error(support::ErrorKind::CannotRun, task).hint("`--build-timeout` allows more time");
  if (result.end == End::OverLimit) return {support::ErrorKind::CannotRun, task};

  auto problems = problemsIn(result.errors);
  if (problems.empty()) problems = problemsIn(result.output);
  if (problems.empty()) problems.push_back({{}, lastWords(result)});
  std::string message = problems.front().message;
  for (std::size_t i = 1; i < problems.size(); ++i) message += "; " + problems[i].str();
  support::Error error(support::ErrorKind::CannotRun, std::move(message));
  static_cast<void>(std::move(error).at(problems.front().position).within(task));
  if (const std::string missing = missingProgram(result.errors); !missing.empty())
    static_cast<void>(std::move(error).hint(
        fmt::format("the build needs the program `{}`, which is not installed here", support::printable(missing))));
  if (triedNetwork(result.errors) || triedNetwork(result.output))
    static_cast<void>(std::move(error).hint("builds have no network: a `prepare` step may fetch what they need"));
  return error;
}

} // namespace beagle::build
