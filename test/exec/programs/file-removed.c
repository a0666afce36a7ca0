// entry: f
// options: --max-file 1
// paths: returned 2
// why: it is there and is removed, or unlink fails; afterwards it is gone
// native: replay
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int f(void) {
  int result = unlink("old");
  if (result != 0 && errno != ENOENT) __builtin_trap();
  if (fopen("old", "r")) __builtin_trap();
  return result;
}
