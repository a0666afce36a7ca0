// entry: f
// options: --file log=1
// paths: returned 3
// why: what is there stays in front: no file, an empty one, or one byte
// native: replay
#include <stdio.h>

int f(void) {
  FILE *out = fopen("log", "a");
  fputc('+', out);
  long size = ftell(out);
  fclose(out);
  return (int)size;
}
