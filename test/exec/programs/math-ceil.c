// entry: f
// paths: returned 2
// why: -1 is the ceiling of all above -2 up to -1: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (ceil(x) == -1) return 1;
  return 0;
}
