#include "analysis/support/process_memory.h"

#include <malloc.h>
#include <mimalloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <memory>

// Not every program is linked with this allocator; those that are have nothing in the C library's.
#pragma weak mi_collect
#pragma weak mi_manage_os_memory
#pragma weak mi_option_set

namespace beagle::support {

namespace {

#if MI_MALLOC_VERSION >= 210
constexpr mi_option_t delayOfReturn = mi_option_purge_delay;
#else
constexpr mi_option_t delayOfReturn = mi_option_decommit_delay;
#endif
std::atomic<bool> keepsNone = false;
std::atomic<int> whoKeeps = 0; ///< FreedMemoryStays

} // namespace

std::uint64_t residentBytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (!file) return 0;
  unsigned long long whole = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &whole, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

void useLargePages() {
  if (!mi_manage_os_memory) return;
  constexpr std::size_t segment = 32U << 20U; ///< what the allocator asks the system for, on a multiple of this
  const auto all =
      static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t size = all / segment * segment;
  void* const reserved =
      ::mmap(nullptr, size + segment, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return;
  void* begin = reserved;
  std::size_t left = size + segment;
  if (!std::align(segment, size, begin, left) || ::madvise(begin, size, MADV_HUGEPAGE) != 0) {
    ::munmap(reserved, size + segment);
    return;
  }
  constexpr bool isCommitted = false, isPinned = false, isZero = true;
  mi_manage_os_memory(begin, size, isCommitted, isPinned, isZero, -1);
}

void keepNoFreedMemory() {
  if (!mi_option_set) return;
  keepsNone = true;
  mi_option_set(delayOfReturn, 0);
}

FreedMemoryStays::FreedMemoryStays() {
  constexpr long forTheNext = 1000; ///< milliseconds
  if (keepsNone && whoKeeps++ == 0) mi_option_set(delayOfReturn, forTheNext);
}

FreedMemoryStays::~FreedMemoryStays() {
  if (keepsNone && --whoKeeps == 0) mi_option_set(delayOfReturn, 0);
}

void releaseFreedMemory() {
  if (mi_collect) mi_collect(true);
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

std::uint64_t peakResidentBytes() {
  struct rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

} // namespace beagle::support
