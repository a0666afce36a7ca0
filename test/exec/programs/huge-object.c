// entry: f
// paths: returned 1, bound reached 1
// cut: an object of 1073741824 bytes
// why: what no test has memory for is a bound, not minutes of work

#include <stdlib.h>

int f(int isLarge) {
  char *block;
  if (isLarge) block = malloc(1UL << 30);
  else block = malloc(10);
  free(block);
  return 0;
}
