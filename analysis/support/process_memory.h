#pragma once

#include <cstdint>

namespace beagle::support {

/// Bytes of this process that are in memory now; 0 when the system does not tell.
[[nodiscard]] std::uint64_t residentBytes();
/// From now on, memory that is used for the first time comes in large pages, as far as the system has them: the solver
/// makes tables of eight megabytes each time it begins anew, and page by page that takes longer than most of its
/// answers.
void useLargePages();
/// From now on, whole pages that are free go back to the system at once: what compiling took is not there any more
/// when solving begins.
void keepNoFreedMemory();
/// What is freed while one is there stays for whoever needs as much again, until `releaseFreedMemory` at the latest.
class FreedMemoryStays {
public:
  FreedMemoryStays();
  FreedMemoryStays(const FreedMemoryStays&) = delete;
  FreedMemoryStays& operator=(const FreedMemoryStays&) = delete;
  ~FreedMemoryStays();
};
/// Gives back to the system what was freed.
void releaseFreedMemory();
/// The most that were at once.
[[nodiscard]] std::uint64_t peakResidentBytes();

} // namespace beagle::support
