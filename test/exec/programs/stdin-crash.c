// entry: f
// options: --stdin 3
// paths: memory error: null pointer 1, returned 4
// place: memory error: null pointer at 13
// why: only the byte '!' behind another one makes the pointer null
// native: replay
#include <stdio.h>

int f(void) {
  static int one = 1;
  int *p = &one;
  if (getchar() == '?' && getchar() == '!') p = 0;
  return *p;
}
