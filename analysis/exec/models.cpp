#include "analysis/exec/models.h"

#include <algorithm>
#include <vector>

namespace beagle::exec {

std::span<const ModelEntry> allModels() {
  static const std::vector<ModelEntry> all = [] {
    std::vector<ModelEntry> entries;
    for (const auto family :
         {allocationModels(), processModels(), fileModels(), mathModels(), textModels(), unwindModels(), jumpModels()})
      entries.insert(entries.end(), family.begin(), family.end());
    std::ranges::sort(entries, {}, &ModelEntry::name);
    return entries;
  }();
  return all;
}

const ModelEntry* findModel(std::string_view name) {
  const auto all = allModels();
  const auto found = std::ranges::lower_bound(all, name, {}, &ModelEntry::name);
  return found != all.end() && found->name == name ? &*found : nullptr;
}

} // namespace beagle::exec
