// entry: f
// paths: returned 3
// why: the smaller one of two: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (fmin(x, 4) == x && x > 3) return 1;
  return 0;
}
