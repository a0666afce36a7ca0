// entry: f
// paths: memory error: use after free 1
// place: memory error: use after free at 12, allocated 9, freed 11
// why: realloc gives a new block, and the old pointer is dead

#include <stdlib.h>

int f(void) {
  int *old = malloc(4);
  *old = 1;
  int *block = realloc(old, 400);
  *old = 2;
  return *block;
}
