#include "analysis/pipeline/entry.h"

#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::pipeline {

using support::Result;

namespace {

constexpr std::size_t mostNames = 12;

/// Of the project's functions that have code: how each is called on the command line.
std::vector<std::string> entryNames(const ir::Program& program) {
  std::vector<std::string> names;
  for (const ir::FunctionInfo& info : program.functions()) {
    if (!info.isDefined || info.isRuntime) continue;
    names.push_back(program.find(info.sourceName) ? info.sourceName : info.name);
  }
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < mostNames; ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > mostNames) text += fmt::format(" and {} more", names.size() - mostNames);
  return text;
}

} // namespace

std::unexpected<support::Error> noSuchEntry(const std::string& name, const std::vector<std::string>& names) {
  if (names.empty()) return support::usageError("there is no function with code to explore");
  if (name.empty())
    return support::usageError("there is no main; name the function to explore with --entry: {}", listed(names));
  const auto near = support::nearest(name, names);
  return support::usageError("--entry: there is no function {}; {}", name,
                             near ? fmt::format("did you mean {}?", *near) : "there are " + listed(names));
}

std::unexpected<support::Error> severalEntries(const std::string& name, const std::vector<std::string>& choices) {
  const auto fileOf = [](const std::string& choice) {
    return choice.substr(std::min(choice.find('@'), choice.size()));
  };
  const bool isOneFile = std::ranges::all_of(
      choices, [&](const std::string& choice) { return fileOf(choice) == fileOf(choices.front()); });
  return support::usageError("--entry: {} {}; say which: {}",
                             isOneFile ? "there are several functions" : "several files have a function", name,
                             listed(choices));
}

Result<ir::FunctionIndex> findEntry(const ir::Program& program, const std::string& name) {
  const std::string wanted = name.empty() ? "main" : name;
  if (const auto found = program.find(wanted)) {
    if (const ir::FunctionInfo& info = program.functions()[*found]; !info.isDefined || info.isRuntime)
      return support::usageError("--entry: {} is declared here, but not defined", wanted);
    return *found;
  }
  const std::vector<std::string> names = entryNames(program);
  if (name.empty() && names.size() == 1) return *program.find(names.front());
  std::vector<std::string> same;
  for (const ir::FunctionInfo& info : program.functions())
    if (info.isDefined && !info.isRuntime && info.sourceName == wanted) same.push_back(info.name);
  if (!same.empty()) return severalEntries(wanted, same);
  return noSuchEntry(name, names);
}

} // namespace beagle::pipeline
