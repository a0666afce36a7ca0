// entry: f
// options: --max-string 4
// paths: returned 3
// why: equal, or different at the first or the second byte; which is less is no branch

#include <string.h>

int f(const char *s) {
  const int order = memcmp(s, "mm", 2);
  return order == 0 ? 0 : order < 0 ? -1 : 1;
}
