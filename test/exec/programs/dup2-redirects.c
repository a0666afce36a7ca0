// entry: f
// paths: returned 1
// why: standard output goes where standard error does
// native: replay
#include <stdio.h>
#include <unistd.h>

int f(void) {
  dup2(2, 1);
  puts("to the errors");
  fflush(stdout);
  return 0;
}
