// entry: drop
// paths: returned 2, memory error: copy between overlapping ranges 1
// why: whether a copy overlaps is asked for where its length is not known, in large objects, too
#include <string.h>
static char bytes[256];
int drop(unsigned char size) {
  if (size > 3) return 0;
  bytes[0] = 1;
  memcpy(bytes, bytes + 1, size);
  return 1;
}
