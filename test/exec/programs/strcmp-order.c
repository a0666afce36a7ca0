// entry: f
// options: --max-string 3
// paths: returned 5
// why: the loop ends at one of three places: less or greater at the first two, and not less at the NUL of "bb"

#include <string.h>

int f(const char *s) {
  const int order = strcmp(s, "bb");
  return order < 0 ? -1 : order > 0;
}
