#include "analysis/support/process_memory.h"

#include <malloc.h>
#include <mimalloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>

// Not every program is linked with this allocator; those that are have nothing in the C library's.
#pragma weak mi_collect
#pragma weak mi_option_set_default

namespace beagle::support {

std::uint64_t residentBytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (!file) return 0;
  unsigned long long whole = 0;
  unsigned long long resident = 0;
  const int read = std::fscanf(file, "%llu %llu", &whole, &resident);
  std::fclose(file);
  return read == 2 ? resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

void keepNoFreedMemory() {
#if MI_MALLOC_VERSION >= 210
  constexpr mi_option_t delay = mi_option_purge_delay;
#else
  constexpr mi_option_t delay = mi_option_decommit_delay;
#endif
  if (mi_option_set_default) mi_option_set_default(delay, 0);
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
