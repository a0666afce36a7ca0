// entry: f
// paths: returned 1
// why: what was written to a temporary file is read back
// native: replay
#include <stdio.h>

int f(unsigned char n) {
  FILE *both = tmpfile();
  fputc(n, both);
  rewind(both);
  int c = fgetc(both);
  fclose(both);
  if (c != n) __builtin_trap();
  return 0;
}
