// operator new[]: by operator new, unless the program has neither of its own.

#include "analysis/exec/runtime/cxx/engine.h"

#include <new>

#define REPLACEABLE __attribute__((weak))

REPLACEABLE void* operator new[](std::size_t size) {
  void* block = operator new(size);
  beagle_mark_array(block);
  return block;
}

REPLACEABLE void* operator new[](std::size_t size, std::align_val_t alignment) {
  void* block = operator new(size, alignment);
  beagle_mark_array(block);
  return block;
}

REPLACEABLE void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new[](size);
  } catch (...) {
    return nullptr;
  }
}

REPLACEABLE void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  try {
    return operator new[](size, alignment);
  } catch (...) {
    return nullptr;
  }
}
