#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace beagle::change {

/// Source may hold any bytes, what is shown of it later is UTF-8: each byte that is no part of a character becomes
/// "\xE9". Returns where each byte of the old text, and its end, is now; empty if nothing had to be done.
std::vector<std::uint32_t> escapeBytes(std::string& text);

} // namespace beagle::change
