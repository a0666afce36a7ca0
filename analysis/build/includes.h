#pragma once

#include "analysis/build/flags.h"
#include "analysis/build/version.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace beagle::build {

/// Which files of the project a unit may read: found by following include directives without preprocessing, so
/// the answer is never too small. It decides which units a change can reach, and names what a unit's bitcode
/// depends on.
class IncludeGraph {
public:
  explicit IncludeGraph(const Version& version);

  /// Names as in UnitFacts; sorted, with the source itself.
  [[nodiscard]] std::set<std::string> reachOf(const CompileCommand& command);

private:
  struct SearchPath {
    std::vector<std::string> quote, angle; ///< project names of folders ("" is the root), in search order
    friend auto operator<=>(const SearchPath&, const SearchPath&) = default;
  };

  [[nodiscard]] const std::vector<IncludeDirective>& directivesOf(const std::string& name);
  [[nodiscard]] std::string existing(const std::string& folder, const std::string& name) const;
  [[nodiscard]] std::vector<std::string> resolve(const std::string& from, const IncludeDirective& directive,
                                                 const SearchPath& search) const;
  [[nodiscard]] static SearchPath searchPathOf(const CompileCommand& command, std::vector<IncludeDirective>& forced);
  [[nodiscard]] std::string followLinks(std::string path) const;

  const Version& version_;
  std::map<std::string, std::vector<IncludeDirective>> directives_; ///< by name
  std::map<std::string, std::string> links_; ///< symlinks of the tree and where they lead
  std::map<std::pair<SearchPath, std::string>, std::vector<std::string>> resolved_;
};

} // namespace beagle::build
