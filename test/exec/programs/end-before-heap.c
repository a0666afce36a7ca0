// entry: f
// paths: memory error: out of bounds 1
// place: memory error: out of bounds at 10, allocated 9
// why: the element before the first

#include <stdlib.h>

int f(int x) {
  int *p = malloc(4 * sizeof *p);
  return p[-1] + x;
}
