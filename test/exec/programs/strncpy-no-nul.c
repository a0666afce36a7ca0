// entry: f
// options: --max-string 3
// paths: returned 2, memory error: out of bounds 1
// why: strncpy writes no NUL when the string fills the target, so strlen runs out of it

#include <string.h>

int f(const char *s) {
  char copy[2];
  strncpy(copy, s, sizeof copy);
  return (int)strlen(copy);
}
