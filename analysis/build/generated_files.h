#pragma once

#include "analysis/build/include_directives.h"
#include "analysis/support/files.h"

#include <map>
#include <string>
#include <vector>

namespace beagle::build {

/// A file that the build made or that a mount brings.
struct GeneratedFile {
  std::string id; ///< identifies the content
  std::vector<IncludeDirective> includes;
};

/// Such files by project name. A build folder may hold any number of files that no unit includes, so they are
/// listed first, and each is read when it is asked for.
class GeneratedFiles {
public:
  explicit GeneratedFiles(const support::Files& disk) : disk_(disk) {}

  void add(std::string name, GeneratedFile file) { files_[std::move(name)] = std::move(file); }
  /// `place`: where the file lies.
  void list(std::string name, std::string place) { listed_[std::move(name)] = std::move(place); }
  void forgetUnread() { listed_.clear(); }

  /// Null when there is none.
  [[nodiscard]] const GeneratedFile* find(const std::string& name);
  /// Those that are known without being read, or were.
  [[nodiscard]] const std::map<std::string, GeneratedFile>& files() const { return files_; }
  [[nodiscard]] bool empty() const { return files_.empty() && listed_.empty(); }
  /// All that are headers by their names.
  [[nodiscard]] std::vector<std::string> headers() const;

private:
  const support::Files& disk_;
  std::map<std::string, GeneratedFile> files_;
  std::map<std::string, std::string> listed_;
};

} // namespace beagle::build
