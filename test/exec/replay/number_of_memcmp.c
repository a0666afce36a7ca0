// What memcmp returns is a difference; a sanitizer, which looks for the error on one path, gives only its sign on the others.
// entry: f
#include <string.h>

struct part {
  unsigned char *bytes;
  size_t size;
};

int f(const struct part *all, size_t at, const struct part *part) {
  if (!all || !part || !all->bytes || !part->bytes) return 0;
  return memcmp(all->bytes + at, part->bytes, part->size);
}
