// entry: f
// options: --max-string 1
// paths: returned 1
// why: the same variable is the same each time, and nobody has asked yet whether it is set
// native: replay
#include <stdlib.h>
#include <string.h>

int f(void) {
  const char *a = getenv("HOME"), *b = getenv("HOME");
  if (a != b) __builtin_trap();
  return a != 0;
}
