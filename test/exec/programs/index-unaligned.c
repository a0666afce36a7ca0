// entry: f
// paths: returned 4
// why: four bytes at any of four places in a buffer, copied from where they are: a path for each

#include <string.h>

unsigned f(unsigned i, unsigned char x) {
  unsigned char b[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  b[4] = x;
  unsigned v;
  memcpy(&v, b + (i & 3), 4);
  return v;
}
