// entry: f
// paths: returned 1
// why: memset writes the lowest byte of its argument

#include <string.h>

int f(int x) {
  unsigned char b[4];
  memset(b, x, sizeof b);
  return b[0] + b[3] * 256;
}
