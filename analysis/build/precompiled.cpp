#include "analysis/build/precompiled.h"

#include "analysis/support/files.h"
#include "analysis/support/text.h"

#include <algorithm>

namespace beagle::build {

using support::joinPath;
using support::normalPath;

void PrecompiledHeaders::note(const CompilerCall& call) {
  constexpr std::string_view ending = ".gch";
  const auto& arguments = call.arguments;
  const auto option = std::ranges::find(arguments, "-o");
  if (option == arguments.end() || option + 1 == arguments.end()) return;
  const std::string_view output = option[1];
  if (!output.ends_with(ending)) return;
  const auto header = std::ranges::find_if(
      arguments, [](const std::string& argument) { return !argument.starts_with('-') && isHeader(argument); });
  if (header == arguments.end()) return;
  const std::string found = normalPath(joinPath(call.directory, output.substr(0, output.size() - ending.size())));
  const std::string source = normalPath(joinPath(call.directory, *header));
  if (found != source) sources_.try_emplace(found, source);
}

void PrecompiledHeaders::replaceIn(CompileCommand& command) const {
  if (sources_.empty()) return;
  std::vector<std::string> folders{command.directory};
  for (const std::string& argument : command.arguments)
    if (argument.starts_with("-I")) folders.push_back(joinPath(command.directory, argument.substr(2)));
  for (std::size_t i = 0; i + 1 < command.arguments.size(); ++i) {
    if (command.arguments[i] != "-include") continue;
    std::string& name = command.arguments[++i];
    for (const std::string& folder : folders)
      if (const auto source = sources_.find(normalPath(joinPath(folder, name))); source != sources_.end()) {
        name = source->second;
        break;
      }
  }
}

} // namespace beagle::build
