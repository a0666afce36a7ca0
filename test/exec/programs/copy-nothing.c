// entry: f
// paths: returned 4, memory error: out of bounds 1
// why: nothing is copied or filled when there is nothing to copy, wherever the pointers lead

#include <string.h>

struct text { const char *bytes; unsigned length; };

int f(struct text *in, unsigned which) {
  char out[8] = {0};
  const unsigned count = in->length & 3;
  if (which == 0) memcpy(out, in->bytes, count);
  if (which == 1) memset(out + 12, 1, count);
  return out[0] != 0;
}
