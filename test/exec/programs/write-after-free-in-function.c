// entry: f
// paths: memory error: use after free 1
// place: memory error: use after free at 12, allocated 10, freed 11
// why: the error is where the project calls strcpy, not inside of it

#include <stdlib.h>
#include <string.h>

int f(void) {
  char *block = malloc(8);
  free(block);
  strcpy(block, "late");
  return 0;
}
