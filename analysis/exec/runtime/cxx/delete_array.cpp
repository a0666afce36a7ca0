// operator delete[] in all its forms: by operator delete, which may be the program's own.

#include "analysis/exec/runtime/cxx/engine.h"

#include <new>

#define REPLACEABLE __attribute__((weak))

using std::align_val_t;
using std::nothrow_t;
using std::size_t;

REPLACEABLE void operator delete[](void* block) noexcept {
  beagle_unmark_array(block);
  operator delete(block);
}
REPLACEABLE void operator delete[](void* block, size_t) noexcept { operator delete[](block); }
REPLACEABLE void operator delete[](void* block, const nothrow_t&) noexcept { operator delete[](block); }

REPLACEABLE void operator delete[](void* block, align_val_t alignment) noexcept {
  beagle_unmark_array(block);
  operator delete(block, alignment);
}
REPLACEABLE void operator delete[](void* block, size_t, align_val_t alignment) noexcept {
  operator delete[](block, alignment);
}
REPLACEABLE void operator delete[](void* block, align_val_t alignment, const nothrow_t&) noexcept {
  operator delete[](block, alignment);
}
