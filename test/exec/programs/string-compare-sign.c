// entry: f
// options: --max-string 2
// paths: returned 2
// why: bytes are compared without a sign; equal ones and others are paths

#include <string.h>

int f(unsigned char a, unsigned char b) {
  const int order = memcmp(&a, &b, 1);
  return (order < 0) == (a < b);
}
