// entry: f
// paths: returned 3
// why: a half goes away from zero: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(float x) {
  if (roundf(x) == -1 && x > -0.6f) return 1;
  return 0;
}
