// A block of an allocator without code: of one whose size is not known, less is set aside than for a run with a certain size.
// entry: f
#include <stddef.h>

extern "C" void *blocks_realloc(void *block, size_t size);

struct buffer {
  unsigned char *bytes;
  unsigned size;
};

int f(struct buffer *buffer, unsigned size) {
  if (!buffer || size < 100) return 0;
  unsigned char *bytes = static_cast<unsigned char *>(blocks_realloc(buffer->bytes, size));
  if (!bytes) return 0;
  buffer->bytes = bytes;
  bytes[0] = 1;
  return 1;
}
