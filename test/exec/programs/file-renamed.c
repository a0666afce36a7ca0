// entry: f
// options: --file from=1
// paths: returned 3
// why: what stood under the one name stands under the other one: no file, an empty one, one byte
// native: replay
#include <stdio.h>

int f(void) {
  if (rename("from", "to") != 0) return -1;
  FILE *in = fopen("to", "r");
  int c = fgetc(in);
  fclose(in);
  return c == EOF ? 0 : 1;
}
