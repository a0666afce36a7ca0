// entry: f
// paths: returned 1
// why: giving back nothing does nothing

#include <stdlib.h>

int f(void) {
  free(NULL);
  return 0;
}
