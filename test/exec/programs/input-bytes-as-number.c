// entry: f
// native: replay
// paths: memory error: out of bounds 2, returned 2
// why: what is read at once is more than one element, so there may be more than one

#include <string.h>

static unsigned number(const unsigned char *bytes) {
  unsigned value;
  memcpy(&value, bytes, sizeof value);
  return value;
}

int f(const unsigned char *name, const unsigned char *tail) {
  unsigned short end = *(const unsigned short *)tail;
  return number(name) == 0x646e65 && end == 3;
}
