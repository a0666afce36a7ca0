// entry: f
// options: --stdin 2
// paths: returned 19
// why: white space, signs, digits and other characters, one of them or two: a number of one digit, none, or
//   the end of the input; of what stands behind a number, only whether it is there
// native: replay
#include <stdio.h>

int f(void) {
  unsigned a = 77;
  int n = scanf("%1u", &a);
  if (n == 1 && a > 9) __builtin_trap();
  return n;
}
