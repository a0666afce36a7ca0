#pragma once

#include <cstdint>

namespace beagle::support {

/// Bytes of this process that are in memory now; 0 when the system does not tell.
[[nodiscard]] std::uint64_t residentBytes();
/// Gives back to the system what was freed.
void releaseFreedMemory();
/// The most that were at once.
[[nodiscard]] std::uint64_t peakResidentBytes();

} // namespace beagle::support
