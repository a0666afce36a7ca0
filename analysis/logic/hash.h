#pragma once

#include <cstdint>
#include <string_view>

namespace beagle::logic {

/// Mixes a word into a hash; the result is the same in every run and on every machine.
[[nodiscard]] inline std::uint64_t mixHash(std::uint64_t hash, std::uint64_t word) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{hash ^ 0x9E3779B97F4A7C15ULL} * (word ^ 0xD6E8FEB86659FD93ULL);
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

[[nodiscard]] inline std::uint64_t hashText(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return mixHash(hash, text.size());
}

} // namespace beagle::logic
