// entry: f
// paths: returned 2
// why: 2 or -2 is the number: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(float x) {
  if (fmaf(x, x, 1) == 5) return 1;
  return 0;
}
