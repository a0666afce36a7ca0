// entry: f
// paths: returned 3
// why: a negative number has no root: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (isnan(sqrt(x)) && x < 0) return 1;
  return 0;
}
