// entry: f
// paths: returned 1
// why: what goes to standard error is not part of the output

#include <stdio.h>

int f(void) {
  puts("result");
  fputs("warning\n", stderr);
  fputs("more\n", stdout);
  return 0;
}
