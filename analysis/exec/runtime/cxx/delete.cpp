// operator delete in all its forms. A program may have its own: the other forms are built on the plain ones.

#include "analysis/exec/runtime/cxx/engine.h"

#include <new>

#define REPLACEABLE __attribute__((weak))

using std::align_val_t;
using std::nothrow_t;
using std::size_t;

REPLACEABLE void operator delete(void* block) noexcept { beagle_release(beagle_New, block); }
REPLACEABLE void operator delete(void* block, size_t size) noexcept {
  beagle_expect_size(block, size);
  operator delete(block);
}
REPLACEABLE void operator delete(void* block, const nothrow_t&) noexcept { operator delete(block); }

REPLACEABLE void operator delete(void* block, align_val_t) noexcept { beagle_release(beagle_New, block); }
REPLACEABLE void operator delete(void* block, size_t size, align_val_t alignment) noexcept {
  beagle_expect_size(block, size);
  operator delete(block, alignment);
}
REPLACEABLE void operator delete(void* block, align_val_t alignment, const nothrow_t&) noexcept {
  operator delete(block, alignment);
}
