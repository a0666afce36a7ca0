// entry: f
// options: --max-file 1 --max-string 1
// paths: returned 4
// assumes: different names are those of different files
// why: the empty name leads to no file; the file of another name is there, empty or with a byte, or not
// native: replay
#include <stdio.h>

int f(const char *name) {
  FILE *in = fopen(name, "r");
  if (!in) return -1;
  int c = fgetc(in);
  fclose(in);
  return c == EOF ? 0 : 1;
}
