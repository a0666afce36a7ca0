// entry: f
// paths: memory error: use after free 1
// place: memory error: use after free at 12, allocated 9, freed 11
// why: reading a block that was given back

#include <stdlib.h>

int f(int value) {
  int *block = malloc(sizeof *block);
  *block = value;
  free(block);
  return *block;
}
