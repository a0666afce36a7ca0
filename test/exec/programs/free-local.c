// entry: f
// paths: memory error: free of what was not allocated 1
// why: a local array is not of the heap

#include <stdlib.h>

int f(void) {
  char local[4];
  char *volatile pointer = local;
  free(pointer);
  return 0;
}
