#pragma once

#include "analysis/support/text.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace beagle::change {

/// A file of test/change/pairs, as its README describes it.
struct PairFile {
  std::string name;
  std::map<std::string, std::string> base, head; ///< contents by path
  std::vector<std::string> expectations;
};

inline PairFile readPair(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  PairFile pair;
  pair.name = path.stem().string();
  for (std::size_t at = text.find("=== "); at != std::string::npos;) {
    const std::size_t line = text.find('\n', at);
    std::size_t end = text.find("\n=== ", line);
    const std::string content = text.substr(line + 1, end == std::string::npos ? end : end - line);
    const std::vector<std::string_view> words = support::split(std::string_view(text).substr(at, line - at), ' ');
    const std::string file(words.size() > 2 ? words[2] : "");
    if (words[1] == "base" || words[1] == "both") pair.base[file] = content;
    if (words[1] == "head" || words[1] == "both") pair.head[file] = content;
    if (words[1] == "expect")
      for (const std::string_view expectation : support::lines(content)) pair.expectations.emplace_back(expectation);
    at = end == std::string::npos ? end : end + 1;
  }
  return pair;
}

inline std::vector<PairFile> readPairs(const std::filesystem::path& folder) {
  std::vector<PairFile> pairs;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".pair") pairs.push_back(readPair(entry.path()));
  return pairs;
}

} // namespace beagle::change
