#include "analysis/build/generated_files.h"

#include "analysis/build/flags.h"
#include "analysis/support/digest.h"

namespace beagle::build {

const GeneratedFile* GeneratedFiles::find(const std::string& name) {
  if (const auto known = files_.find(name); known != files_.end()) return &known->second;
  const auto listed = listed_.find(name);
  if (listed == listed_.end()) return nullptr;
  const std::string place = std::move(listed->second);
  listed_.erase(listed);
  const auto content = disk_.read(place);
  if (!content) return nullptr;
  return &files_.emplace(name, GeneratedFile{support::digestOf(*content), includesOf(*content)}).first->second;
}

std::vector<std::string> GeneratedFiles::headers() const {
  std::vector<std::string> names;
  for (const auto& [name, file] : files_)
    if (isHeader(name)) names.push_back(name);
  for (const auto& [name, place] : listed_)
    if (isHeader(name)) names.push_back(name);
  return names;
}

} // namespace beagle::build
