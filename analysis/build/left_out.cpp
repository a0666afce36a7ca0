#include "analysis/build/left_out.h"

#include "analysis/support/files.h"

#include <algorithm>
#include <utility>

namespace beagle::build {

namespace {

std::vector<std::string_view> foldersOf(std::string_view path) {
  std::vector<std::string_view> folders;
  for (std::size_t slash; (slash = path.find('/')) != std::string_view::npos; path.remove_prefix(slash + 1))
    folders.push_back(path.substr(0, slash));
  return folders;
}

/// Steps from the folder of one to that of the other.
std::size_t distance(std::string_view one, std::string_view other) {
  const auto from = foldersOf(one), to = foldersOf(other);
  const auto [left, right] = std::ranges::mismatch(from, to);
  return static_cast<std::size_t>((from.end() - left) + (to.end() - right));
}

} // namespace

std::optional<CompileCommand> borrowedCommand(const std::vector<CompileCommand>& commands, const std::string& file,
                                              const std::string& like) {
  const auto isC = [](const std::string& path) { return support::extension(path) == ".c"; };
  const CompileCommand* nearest = nullptr;
  std::pair<bool, std::size_t> best;
  for (const CompileCommand& command : commands) {
    if (isC(command.file) != isC(file) || !command.borrowedFrom.empty()) continue;
    const std::pair rank(command.file != like, distance(command.file, file));
    if (nearest && best <= rank) continue;
    nearest = &command;
    best = rank;
  }
  if (!nearest) return {};
  CompileCommand borrowed = *nearest;
  borrowed.borrowedFrom = std::exchange(borrowed.file, file);
  return borrowed;
}

} // namespace beagle::build
