// entry: f
// options: --stdin 1
// paths: returned 2
// why: the end is seen again after it was forgotten
// native: replay
#include <stdio.h>

int f(void) {
  while (getchar() != EOF) {}
  if (!feof(stdin)) __builtin_trap();
  clearerr(stdin);
  if (feof(stdin)) __builtin_trap();
  return getchar() == EOF;
}
