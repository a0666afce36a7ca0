// entry: f
// options: --max-file 1
// paths: returned 3
// why: a file has the same bytes each time it is opened: three ways, and never a difference
// native: replay
#include <stdio.h>

static int first(void) {
  FILE *in = fopen("a", "r");
  if (!in) return -2;
  int c = fgetc(in);
  fclose(in);
  return c;
}

int f(void) {
  int one = first(), other = first();
  if (one != other) __builtin_trap();
  return one < 0 ? one : 0;
}
