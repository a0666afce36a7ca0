// entry: f
// paths: returned 2
// why: digits are a range: one branch

#include <ctype.h>

int f(unsigned char c) {
  if (isdigit(c)) return c - '0';
  return -1;
}
