// Copies to a place within a buffer from what may lie in the same one: each time a copy has to ask, it asks from the start.
// entry: append
#include <string.h>

struct piece {
  unsigned char *bytes;
  size_t size;
};

int append(unsigned char *to, const struct piece *piece, size_t at, size_t count) {
  if (!to || !piece || !piece->bytes) return 0;
  memcpy(to + at, piece->bytes, count);
  return 1;
}
