// entry: f
// paths: returned 2
// why: 2 is the number: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (fma(x, 3, 1) == 7) return 1;
  return 0;
}
