#include "analysis/testgen/concrete_input.h"

#include <algorithm>

namespace beagle::testgen {

const Pointer* pointerAt(const Image& image, std::uint64_t offset) {
  const auto found = std::ranges::find(image.pointers, offset, &Pointer::offset);
  return found == image.pointers.end() ? nullptr : &*found;
}

std::uint64_t bitsAt(const Image& image, std::uint64_t offset, std::uint32_t first, std::uint32_t width) {
  std::uint64_t bits = 0;
  for (std::uint32_t i = 0; i < width && i < 64; ++i) {
    const std::uint64_t at = offset * 8 + first + i;
    if (at / 8 < image.bytes.size()) bits |= static_cast<std::uint64_t>(image.bytes[at / 8] >> (at % 8) & 1U) << i;
  }
  return bits;
}

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

ConcreteInput withStandardInput(ConcreteInput input, std::string_view text) {
  auto root = std::ranges::find(input.roots, Root::Kind::StandardInput, &Root::kind);
  if (root == input.roots.end()) root = input.roots.insert(root, {Root::Kind::StandardInput, "", {}});
  root->bytes.emplace(text.begin(), text.end());
  return input;
}

} // namespace beagle::testgen
