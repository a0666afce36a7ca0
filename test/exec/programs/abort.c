// entry: f
// paths: aborted 1, returned 1
// why: abort is an ending of its own

#include <stdlib.h>

int f(int value) {
  if (value == 7) abort();
  return value;
}
