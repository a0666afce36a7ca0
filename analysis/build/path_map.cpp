#include "analysis/build/path_map.h"

#include "analysis/support/files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace beagle::build {

namespace {

bool continuesName(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.' || c == '+' || c == '~';
}

/// "." after a path also ends a sentence: only a dot that a name goes on after belongs to it.
bool endsAt(std::string_view text, std::size_t end) {
  if (end >= text.size()) return true;
  if (text[end] == '.') return end + 1 >= text.size() || !continuesName(text[end + 1]);
  return !continuesName(text[end]);
}

} // namespace

PathMap::PathMap(const std::vector<Bind>& binds) {
  for (const Bind& bind : binds) {
    outward_.emplace_back(bind.inside, bind.outside);
    inward_.emplace_back(bind.outside, bind.inside);
    // Programs that ask for their working folder see it without symbolic links.
    std::error_code problem;
    const std::string real = std::filesystem::canonical(bind.outside, problem).string();
    if (!problem && real != bind.outside) inward_.emplace_back(real, bind.inside);
  }
  for (Roots* roots : {&outward_, &inward_})
    std::ranges::sort(*roots, [](const auto& a, const auto& b) {
      return a.first.size() != b.first.size() ? a.first.size() > b.first.size() : a < b;
    });
}

std::string PathMap::outward(std::string_view text) const { return replace(text, outward_); }
std::string PathMap::inward(std::string_view text) const { return replace(text, inward_); }

std::string PathMap::inwardArgument(std::string_view argument, std::string_view outsideFolder) const {
  // Only what an option's name or '=' precedes can be a path that leaves the folder.
  const std::size_t up = argument.find("../");
  const bool relative = up != std::string_view::npos && (up == 0 || argument[up - 1] != '/');
  if (inward_.empty() || !relative) return inward(argument);
  const std::string absolute = support::normalPath(support::joinPath(outsideFolder, argument.substr(up)));
  const std::string meant = inward(absolute);
  const std::string folder = inward(outsideFolder);
  if (meant == absolute || meant == support::normalPath(support::joinPath(folder, argument.substr(up))))
    return inward(argument);
  return inward(argument.substr(0, up)) + meant;
}

std::string PathMap::replace(std::string_view text, const Roots& roots) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto root = text[at] != '/' ? roots.end() : std::ranges::find_if(roots, [&](const auto& candidate) {
      return text.substr(at).starts_with(candidate.first) && endsAt(text, at + candidate.first.size());
    });
    if (root == roots.end()) {
      result += text[at++];
    } else {
      result += root->second;
      at += root->first.size();
    }
  }
  return result;
}

} // namespace beagle::build
