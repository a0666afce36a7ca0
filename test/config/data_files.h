#pragma once

#include "analysis/support/text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace beagle::config {

/// A file of `test/config`: a head, and parts that begin with a line "=== TITLE".
struct DataFile {
  std::string name; ///< without folder and ending
  std::string head;
  std::vector<std::pair<std::string, std::string>> parts; ///< title, content
};

inline std::string contentOf(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline DataFile readDataFile(const std::filesystem::path& path) {
  DataFile file{path.stem().string(), {}, {}};
  const std::string content = contentOf(path);
  for (const std::string_view line : support::split(content, '\n')) {
    if (line.starts_with("=== ")) file.parts.emplace_back(line.substr(4), "");
    else (file.parts.empty() ? file.head : file.parts.back().second) += std::string(line) + "\n";
  }
  return file;
}

/// All of them in a folder below `test/config`, by name.
inline std::vector<DataFile> dataFiles(const std::string& folder) {
  std::vector<DataFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(BEAGLE_CONFIG_TESTS "/") + folder))
    files.push_back(readDataFile(entry.path()));
  std::ranges::sort(files, {}, &DataFile::name);
  return files;
}

} // namespace beagle::config
