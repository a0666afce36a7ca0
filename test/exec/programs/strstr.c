// entry: f
// options: --max-string 3
// paths: returned 18
// why: each character is an a, a NUL or another, and behind an a there is a b or not: 3 paths from the last
//   place, 8 from the one before, 18 from the first

#include <string.h>

int f(const char *s) {
  const char *at = strstr(s, "ab");
  return at ? (int)(at - s) : -1;
}
