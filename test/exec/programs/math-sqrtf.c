// entry: f
// paths: returned 2
// why: 9 has that root: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(float x) {
  if (sqrtf(x) == 3) return 1;
  return 0;
}
