// entry: f
// native: replay
// paths: returned 3
// options: --max-buffer 3
// assumes: from has count bytes
// why: a number that memcpy gets counts bytes

#include <string.h>

int f(const void *from, unsigned long count) {
  unsigned char buffer[16] = {0};
  if (count > sizeof buffer) return -1;
  memcpy(buffer, from, count);
  return buffer[0] == 'x' && count > 1 ? 1 : 0;
}
