// entry: f
// options: --max-string 3
// paths: returned 3, memory error: out of bounds 1
// place: memory error: out of bounds at 12, allocated 11
// why: the block was allocated one byte too short for the longest string

#include <stdlib.h>
#include <string.h>

int f(const char *s) {
  char *copy = malloc(3);
  strcpy(copy, s);
  const int first = copy[0];
  free(copy);
  return first;
}
