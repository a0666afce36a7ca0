#include "analysis/change/frontend/item_parts.h"

#include "analysis/support/digest.h"

namespace beagle::change {

std::string shortened(std::string text) {
  constexpr std::size_t limit = 200;
  if (text.size() <= limit) return text;
  text.resize(limit);
  return text + "…";
}

std::string digestOfParts(const std::vector<std::string>& parts) {
  support::Digest digest;
  for (const std::string& part : parts) digest.add(part);
  return digest.hex();
}

} // namespace beagle::change
