// entry: f
// options: --max-file 1
// paths: memory error: use after free 1, returned 1
// why: the second fclose frees what is free
// native: replay
#include <stdio.h>

int f(void) {
  FILE *in = fopen("x", "r");
  if (!in) return 0;
  fclose(in);
  fclose(in);
  return 1;
}
