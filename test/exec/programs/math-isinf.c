// entry: f
// paths: returned 3
// why: there is a negative infinity: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (isinf(x) && x < 0) return 1;
  return 0;
}
