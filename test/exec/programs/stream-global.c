// entry: f
// options: --max-file 1
// paths: returned 3
// why: a stream that a global holds, or null
// native: replay
#include <stdio.h>

FILE *input;

int f(void) {
  return input ? fgetc(input) == 'a' : -1;
}
