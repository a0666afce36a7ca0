// <memory_resource>, without the resources that keep pools.

#include "analysis/exec/runtime/cxx/undestroyed.h"

#include <algorithm>
#include <memory_resource>
#include <new>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

class NewDelete final : public memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override {
    if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) return ::operator new(bytes);
    return ::operator new(bytes, align_val_t(alignment));
  }
  void do_deallocate(void* block, size_t bytes, size_t alignment) override {
    if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) ::operator delete(block, bytes);
    else ::operator delete(block, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

class Nothing final : public memory_resource {
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

memory_resource* chosen;

} // namespace

memory_resource* new_delete_resource() noexcept { return &::beagle::undestroyed<NewDelete>(); }
memory_resource* null_memory_resource() noexcept { return &::beagle::undestroyed<Nothing>(); }

memory_resource* get_default_resource() noexcept { return chosen ? chosen : new_delete_resource(); }
memory_resource* set_default_resource(memory_resource* resource) noexcept {
  memory_resource* before = get_default_resource();
  chosen = resource;
  return before;
}

// --- monotonic_buffer_resource ---

/// In front of what is handed out: the chain of blocks that are given back together.
struct monotonic_buffer_resource::_Chunk {
  _Chunk* next;
  size_t bytes, alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t wanted = max(bytes, _M_next_bufsiz), strict = max(alignment, alignof(_Chunk));
  const size_t header = (sizeof(_Chunk) + strict - 1) / strict * strict;
  auto* block = static_cast<char*>(_M_upstream->allocate(header + wanted, strict));
  _M_head = new (block) _Chunk{_M_head, header + wanted, strict};
  _M_current_buf = block + header;
  _M_avail = wanted;
  _M_next_bufsiz = static_cast<size_t>(static_cast<float>(_M_next_bufsiz) * _S_growth_factor);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  for (_Chunk* chunk = _M_head; chunk;) {
    const _Chunk gone = *chunk;
    _M_upstream->deallocate(chunk, gone.bytes, gone.alignment);
    chunk = gone.next;
  }
  _M_head = nullptr;
}

} // namespace std::pmr
