#pragma once

#include <cstdint>

namespace beagle::exec::argument_list {

// A va_list as the x86-64 ABI has it: how many bytes of the saved registers have been read, where the next argument
// stands in memory, and where registers are saved. Arguments that an input's va_list leads to all stand in memory.
constexpr std::uint64_t integersAt = 0, floatsAt = 4, areaAt = 8, savedAt = 16, bytes = 24;
constexpr std::uint64_t integersUsed = 48, floatsUsed = 176;

} // namespace beagle::exec::argument_list
