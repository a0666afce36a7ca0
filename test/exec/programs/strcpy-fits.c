// entry: f
// options: --max-string 3
// paths: returned 4
// why: the copy has room for the longest string

#include <string.h>

int f(const char *s) {
  char copy[4];
  strcpy(copy, s);
  return copy[0];
}
