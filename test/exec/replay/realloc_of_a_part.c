// What realloc is given has to be a block, whatever size is asked for. Where that is an impossible one, AddressSanitizer
// looks at nothing else.
// entry: f
// not comparable: 1
#include <stdlib.h>

int f(size_t n, int way) {
  char *block = malloc(32);
  if (!block) return 0;
  if (way == 0) return realloc(block + 16, n | (size_t)1 << 63) == NULL ? 1 : 2;
  if (way == 1) return realloc(block + 16, n) == NULL ? 3 : 4;
  return realloc(block, n | (size_t)1 << 63) == NULL ? 5 : 6;
}
