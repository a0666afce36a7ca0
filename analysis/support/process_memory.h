#pragma once

#include <cstdint>

namespace beagle::support {

/// Bytes of this process that are in memory now; 0 when the system does not tell.
[[nodiscard]] std::uint64_t residentBytes();
/// From now on, whole pages that are free go back to the system at once: what compiling took is not there any more
/// when solving begins.
void keepNoFreedMemory();
/// Gives back to the system what was freed.
void releaseFreedMemory();
/// The most that were at once.
[[nodiscard]] std::uint64_t peakResidentBytes();

} // namespace beagle::support
