// entry: f
// options: --file from=2
// paths: returned 4
// why: a copy has the size of the original: missing, or of 0 to 2 bytes
// native: replay
#include <stdio.h>

int f(void) {
  FILE *in = fopen("from", "rb");
  if (!in) return -1;
  FILE *out = fopen("to", "wb");
  int n = 0;
  for (int c; (c = fgetc(in)) != EOF; n++) fputc(c, out);
  fclose(in);
  fclose(out);
  return n;
}
