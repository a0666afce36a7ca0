// entry: f
// options: --max-string 3
// paths: returned 10
// why: for a length of n, the last 'x' is nowhere or at one of n places: 1 + 2 + 3 + 4

#include <string.h>

long f(const char *s) {
  const char *p = strrchr(s, 'x');
  return p ? p - s : -1;
}
