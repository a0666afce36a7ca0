// entry: f
// options: --file a=1 --file b=1
// paths: returned 9
// why: both are missing, empty or have a byte, each for itself
// native: replay
#include <stdio.h>

static int first(const char *name) {
  FILE *in = fopen(name, "r");
  if (!in) return -2;
  int c = fgetc(in);
  fclose(in);
  return c;
}

int f(void) {
  int a = first("a"), b = first("b");
  return (a < 0 ? a : 0) * 3 + (b < 0 ? b : 0);
}
