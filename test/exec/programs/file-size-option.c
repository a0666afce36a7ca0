// entry: f
// options: --max-file 1 --file big.txt=3
// paths: returned 15
// why: one file has up to three bytes, another one at most one
// native: replay
#include <stdio.h>

static int count(const char *name) {
  FILE *in = fopen(name, "rb");
  if (!in) return 0;
  int n = 0;
  while (fgetc(in) != EOF) n++;
  fclose(in);
  return n;
}

int f(void) {
  return count("big.txt") * 10 + count("small.txt");
}
