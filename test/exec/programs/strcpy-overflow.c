// entry: f
// options: --max-string 3
// paths: returned 3, memory error: out of bounds 1
// why: a string of three characters and its NUL do not fit; the error is where strcpy is called

#include <string.h>

int f(const char *s) {
  char copy[3];
  strcpy(copy, s);
  return copy[0];
}
