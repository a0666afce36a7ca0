// entry: f
// options: --file x=3
// paths: returned 5
// why: three bytes hold one element of two
// native: replay
#include <stdio.h>

int f(void) {
  char b[4];
  FILE *in = fopen("x", "rb");
  if (!in) return -1;
  int n = (int)fread(b, 2, 2, in);
  fclose(in);
  return n;
}
