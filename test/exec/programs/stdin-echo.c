// entry: f
// options: --stdin 2
// paths: returned 3
// why: standard input has 0, 1 or 2 bytes, and each of them is written
// native: replay
#include <stdio.h>

int f(void) {
  int n = 0;
  for (int c; (c = getchar()) != EOF; n++) putchar(c);
  return n;
}
