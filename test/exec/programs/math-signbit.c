// entry: f
// paths: returned 3
// why: only the negative zero: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (signbit(x) && x == 0) return 1;
  return 0;
}
