// entry: f
// options: --max-file 1
// paths: returned 2
// why: fclose of the stream that was given, which is empty or has a byte
// native: replay
#include <stdio.h>

int f(FILE *in) {
  int c = fgetc(in);
  fclose(in);
  return c == EOF;
}
