// entry: f
// paths: returned 3
// fault: use of an uninitialised value at 14
// native: no: undefined
// why: what lies behind the input's own size was never written when the block has grown

#include <stddef.h>
#include <stdlib.h>

int f(char *text, size_t size) {
  if (size < 2 || size > 3) return 0;
  char *grown = realloc(text, 8);
  (void)grown;
  return grown[2] > 0 ? 1 : 2;
}
