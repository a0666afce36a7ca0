#pragma once

#include "analysis/build/flags.h"
#include "analysis/build/generated_files.h"
#include "analysis/build/tree.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace beagle::build {

/// Which files of the project a unit may read: found by following include directives without preprocessing,
/// so the answer is never too small. It decides which units a change can reach, and names what a unit's
/// bitcode depends on. A large project has thousands of units that read the same headers, so files are
/// numbers here, and what a file includes is looked up once for each way of searching.
class IncludeGraph {
public:
  using File = std::uint32_t; ///< from 0 on, in the order in which files are met

  IncludeGraph(Tree tree, std::shared_ptr<GeneratedFiles> generated);

  /// Each file once, the source first.
  [[nodiscard]] std::vector<File> reachOf(const CompileCommand& command);
  /// As in UnitFacts. Valid as long as the graph.
  [[nodiscard]] const std::string& nameOf(File file) const { return *names_[file]; }

private:
  struct SearchPath {
    std::vector<std::string> quote, angle; ///< project names of folders ("" is the root), in search order
    friend auto operator<=>(const SearchPath&, const SearchPath&) = default;
  };
  struct Included {
    std::vector<File> files;
    bool any = false; ///< or any header of the project
  };
  using Resolved = std::unordered_map<File, Included>;

  [[nodiscard]] File fileOf(const std::string& name);
  [[nodiscard]] const Included& includedBy(File file, const SearchPath& search, Resolved& resolved);
  [[nodiscard]] const std::vector<IncludeDirective>& directivesOf(File file);
  [[nodiscard]] const std::vector<File>& anyHeader();
  [[nodiscard]] bool exists(const std::string& path) const;
  void resolve(const std::string& from, const IncludeDirective& directive, const SearchPath& search,
               Included& included);
  [[nodiscard]] static SearchPath searchPathOf(const CompileCommand& command, std::vector<IncludeDirective>& forced);
  [[nodiscard]] std::string followLinks(std::string path) const;

  Tree tree_;
  std::shared_ptr<GeneratedFiles> generated_;
  std::map<std::string, std::string> links_; ///< symlinks of the tree and where they lead
  std::unordered_map<std::string, File> numbers_;
  std::vector<const std::string*> names_; ///< keys of `numbers_`
  std::unordered_map<File, std::vector<IncludeDirective>> directives_;
  std::map<SearchPath, Resolved> resolved_;
  std::vector<File> anyHeader_;
  bool knowsAnyHeader_ = false;
};

} // namespace beagle::build
