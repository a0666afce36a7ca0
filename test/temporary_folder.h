#pragma once

#include "analysis/support/files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace beagle {

/// A folder of its own for one test, removed afterwards.
class TemporaryFolder {
public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "beagle-test-XXXXXX").string()) {
    if (!::mkdtemp(path_.data())) ADD_FAILURE() << "cannot make " << path_;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string operator/(std::string_view name) const { return support::joinPath(path_, name); }
  void write(std::string_view name, std::string_view content) const {
    const auto done = support::DiskFiles().write(*this / name, content);
    if (!done) ADD_FAILURE() << done.error().str();
  }

private:
  std::string path_;
};

} // namespace beagle
