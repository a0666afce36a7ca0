// entry: f
// paths: returned 1
// why: writing to standard input is an error of that stream
// native: replay
#include <errno.h>
#include <stdio.h>

int f(void) {
  if (fputc('x', stdin) != EOF) __builtin_trap();
  return ferror(stdin) != 0 && errno == EBADF;
}
