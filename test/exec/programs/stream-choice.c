// entry: f
// options: --stdin 1 --max-file 1
// paths: returned 4
// why: standard input or the stream that was given
// native: replay
#include <stdio.h>

int f(FILE *in, int useStandard) {
  if (useStandard) in = stdin;
  return fgetc(in) == EOF;
}
