#include "analysis/testgen/concrete_input.h"

#include <algorithm>

namespace beagle::testgen {

bool canHaveFile(std::string_view name) {
  constexpr std::size_t longest = 200;
  if (name.empty() || name.size() > longest || name.starts_with('/') || name.ends_with('/') || name.contains('\0'))
    return false;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    name.remove_prefix(std::min(name.size(), part.size() + 1));
  }
  return true;
}

} // namespace beagle::testgen
