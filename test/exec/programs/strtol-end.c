// entry: f
// options: --max-string 1
// paths: returned 6
// why: white space, either sign, 0 (which might start 0x), another digit, and all others: letters too are found
//   to be digits without a branch

#include <stdlib.h>

int f(const char *s) {
  char *end;
  const long value = strtol(s, &end, 16);
  return end == s ? -1 : (int)value;
}
