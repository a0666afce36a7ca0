// entry: f
// paths: returned 2
// why: a number as text, for whoever gave the stream
// native: replay
#include <stdio.h>

int f(FILE *out, unsigned char n) {
  if (n > 1) return fprintf(out, "many");
  return fprintf(out, "%d", n);
}
