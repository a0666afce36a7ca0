// entry: f
// paths: returned 1, memory error: out of bounds 2
// why: copying n bytes into four is fine for n up to four; 17 and more become 16, on a path of their own

#include <string.h>

int f(unsigned n) {
  char from[16] = "abcdefghijklmno", to[4] = "xyz";
  if (n > 16) n = 16;
  memcpy(to, from, n);
  return to[2];
}
