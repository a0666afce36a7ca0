// entry: f
// options: --max-string 1
// paths: returned 6
// why: an empty string, and those of one character: white space, either sign, a digit, anything else

#include <stdio.h>

int f(const char *s) {
  int value = 7;
  const int assigned = sscanf(s, "%d", &value);
  return assigned * 100 + value;
}
