// entry: f
// paths: returned 3
// why: towards zero, also from below: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (trunc(x) == 0 && x < -0.5) return 1;
  return 0;
}
