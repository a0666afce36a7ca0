// entry: f
// paths: returned 1, memory error: double free 1
// place: memory error: double free at 11, allocated 9, freed 10
// why: the second free is an error, with both sites and where the block came from

#include <stdlib.h>

int f(int twice) {
  char *block = malloc(4);
  free(block);
  if (twice) free(block);
  return 0;
}
