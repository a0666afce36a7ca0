// entry: f
// options: --stdin 1
// paths: returned 2
// why: what was pushed back moves the position back
// native: replay
#include <stdio.h>

int f(void) {
  int c = getchar();
  if (c == EOF) return -1;
  ungetc(c, stdin);
  return (int)ftell(stdin);
}
