// entry: f
// paths: returned 1, memory error: out of bounds 1
// why: a block of a size that is not known holds what fits

#include <stdlib.h>

int f(unsigned n) {
  char *p = calloc(n % 16 + 1, 1);
  const int r = p[9];
  free(p);
  return r;
}
