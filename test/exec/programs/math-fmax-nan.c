// entry: f
// paths: returned 3
// why: what is no number does not count: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (fmax(x, 4) == 4 && x != x) return 1;
  return 0;
}
