// entry: f
// options: --stdin 2
// paths: returned 22
// why: a sign without a digit is gone, as only one character can be given back
// native: replay
#include <stdio.h>

int f(void) {
  int n = 5;
  if (scanf("%2d", &n) == 1) return n;
  return feof(stdin) ? -1 : getchar();
}
