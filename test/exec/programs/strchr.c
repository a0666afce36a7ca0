// entry: f
// options: --max-string 3
// paths: returned 7
// why: the character at one of three places, or the end at one of four

#include <string.h>

int f(const char *s) {
  const char *at = strchr(s, ',');
  return at ? (int)(at - s) : -1;
}
