// entry: f
// paths: returned 1, memory error: out of bounds 1
// why: sizes up to eight fit; all others are one path

#include <string.h>

int f(unsigned n) {
  char from[8] = "abcdefg", to[8] = "";
  memcpy(to, from, n);
  return to[0];
}
