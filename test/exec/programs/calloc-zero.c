// entry: f
// paths: returned 1
// why: the block is zero, and the product of a size that overflows gives null

#include <stdlib.h>

int f(void) {
  int *block = calloc(4, sizeof *block);
  const int zero = block[3];
  void *none = calloc((size_t)-1 / 2, 4);
  free(block);
  return zero == 0 && none == NULL;
}
