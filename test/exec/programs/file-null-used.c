// entry: f
// options: --max-file 1
// paths: memory error: null pointer 1, returned 2
// why: nobody looks whether the file is there
// native: no: without a check, the C library looks into the null stream first, in its own way
#include <stdio.h>

int f(void) {
  FILE *in = fopen("data", "r");
  int c = fgetc(in);
  fclose(in);
  return c == 'a';
}
