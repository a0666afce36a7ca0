// entry: f
// paths: returned 1
// why: what was in the block is in the larger one

#include <stdlib.h>

int f(int value) {
  int *block = malloc(sizeof *block);
  *block = value;
  block = realloc(block, 10 * sizeof *block);
  const int kept = *block;
  free(block);
  return kept;
}
