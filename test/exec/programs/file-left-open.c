// entry: f
// options: --max-file 1
// paths: returned 2
// why: a stream that is not closed is no leak of memory: the C library knows it
// native: replay
#include <stdio.h>

int f(void) {
  FILE *in = fopen("x", "r");
  return in != 0;
}
