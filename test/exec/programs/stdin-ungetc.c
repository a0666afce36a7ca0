// entry: f
// options: --stdin 1
// paths: returned 2
// why: what is pushed back is read first, and the end of the input is gone until it is read again
// native: replay
#include <stdio.h>

int f(void) {
  int c = getchar();
  ungetc('z', stdin);
  if (feof(stdin)) __builtin_trap();
  if (getchar() != 'z') __builtin_trap();
  return c == EOF ? 1 : 0;
}
