// entry: f
// paths: returned 1, memory error: free of what was not allocated 1
// why: only the start of a block can be given back

#include <stdlib.h>

int f(unsigned offset) {
  char *block = malloc(8);
  free(block + offset % 8);
  return 0;
}
