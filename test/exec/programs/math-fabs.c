// entry: f
// paths: returned 3
// why: the magnitude of -7: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (fabs(x) == 7 && x < 0) return 1;
  return 0;
}
