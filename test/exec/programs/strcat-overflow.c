// entry: f
// options: --max-string 2
// paths: returned 2, memory error: out of bounds 1
// why: "ab" and at most one more character fit

#include <string.h>

int f(const char *s) {
  char text[4] = "ab";
  strcat(text, s);
  return text[2];
}
