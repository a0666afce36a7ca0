// entry: f
// paths: returned 1, memory error: out of bounds 1
// why: an index of four or more is behind the block

#include <stdlib.h>

int f(unsigned index) {
  char *block = calloc(4, 1);
  const int value = block[index];
  free(block);
  return value;
}
