// entry: f
// paths: returned 1
// fault: use of an uninitialised value at 12
// native: no: undefined
// why: malloc does not write; a choice between two numbers does not fork

#include <stdlib.h>

int f(int x) {
  int *p = malloc(2 * sizeof *p);
  p[0] = x;
  int r = p[1] ? 1 : 2;
  free(p);
  return r;
}
