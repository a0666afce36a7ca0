// entry: f
// paths: returned 1
// why: random numbers are those of glibc from the same seed

#include <stdlib.h>

int f(void) {
  srand(7);
  return rand() % 1000;
}
