// entry: f
// paths: returned 1
// why: a block that is never given back is no ending

#include <stdlib.h>

int f(int value) {
  int *block = malloc(sizeof *block);
  *block = value;
  return *block;
}
