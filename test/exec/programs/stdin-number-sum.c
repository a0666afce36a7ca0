// entry: f
// options: --stdin 3
// paths: returned 7
// why: decimal digits up to something else: the sum is never above 27
// native: replay
#include <ctype.h>
#include <stdio.h>

int f(void) {
  int sum = 0, c;
  while ((c = getchar()) != EOF && isdigit(c)) sum += c - '0';
  if (sum > 27) __builtin_trap();
  return sum;
}
