// entry: f
// paths: returned 3
// why: a half goes away from zero: 2.5 becomes 3: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (round(x) == 3 && x < 2.6) return 1;
  return 0;
}
