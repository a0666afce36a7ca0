// entry: f
// paths: returned 2
// why: text of both streams stands in the order in which it was written

#include <stdio.h>

int f(int quiet) {
  puts("first");
  if (!quiet) fputs("second\n", stderr);
  putchar('3');
  return 0;
}
