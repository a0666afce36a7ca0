// entry: f
// options: --file data=2
// paths: returned 3
// why: the first byte of a file with two is replaced, the second one stays
// native: replay
#include <stdio.h>

int f(void) {
  FILE *both = fopen("data", "r+");
  if (!both) return -1;
  fseek(both, 0, SEEK_END);
  if (ftell(both) < 2) {
    fclose(both);
    return 0;
  }
  rewind(both);
  fputc('X', both);
  fclose(both);
  return 1;
}
