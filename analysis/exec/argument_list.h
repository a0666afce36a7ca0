#pragma once

#include <cstdint>

namespace beagle::exec::argument_list {

// A va_list as the x86-64 ABI has it. Here all arguments stand in memory: both offsets say that the registers are used
// up, and nothing is saved of them.
constexpr std::uint64_t integersAt = 0, floatsAt = 4, areaAt = 8, savedAt = 16, bytes = 24;
constexpr std::uint64_t integersUsed = 48, floatsUsed = 176;

} // namespace beagle::exec::argument_list
