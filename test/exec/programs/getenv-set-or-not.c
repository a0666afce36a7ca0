// entry: f
// options: --max-string 1
// paths: returned 2
// why: the variable is not set, is empty, or has one character
// native: replay
#include <stdlib.h>

int f(void) {
  const char *home = getenv("HOME");
  return !home ? -1 : home[0] == 0 ? 0 : 1;
}
