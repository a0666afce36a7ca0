// entry: f
// paths: returned 2
// why: 2 is the floor of all from 2 to below 3, and of no other: there is such an argument, and there is
//   another one
// native: replay
#include <math.h>

int f(double x) {
  if (floor(x) == 2) return 1;
  return 0;
}
