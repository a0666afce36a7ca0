// entry: f
// paths: returned 3
// why: zero has a sign, too: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (copysign(2, x) == -2 && x == 0) return 1;
  return 0;
}
