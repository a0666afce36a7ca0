// operator new in all its forms. A program may have its own: the array and nothrow forms are built on the
// others.

#include "analysis/exec/runtime/cxx/engine.h"

#include <new>

#define REPLACEABLE __attribute__((weak))

namespace std {

const nothrow_t nothrow{};

static new_handler onNoMemory;

new_handler get_new_handler() noexcept { return onNoMemory; }

new_handler set_new_handler(new_handler handler) noexcept {
  new_handler before = onNoMemory;
  onNoMemory = handler;
  return before;
}

} // namespace std

namespace {

void* allocate(beagle_Allocator by, std::size_t size, std::size_t alignment) {
  while (true) {
    if (void* block = beagle_allocate(by, size, alignment)) return block;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}

constexpr std::size_t plainAlignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

} // namespace

REPLACEABLE void* operator new(std::size_t size) { return allocate(beagle_New, size, plainAlignment); }

REPLACEABLE void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(beagle_New, size, static_cast<std::size_t>(alignment));
}

REPLACEABLE void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (...) {
    return nullptr;
  }
}

REPLACEABLE void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  try {
    return operator new(size, alignment);
  } catch (...) {
    return nullptr;
  }
}
