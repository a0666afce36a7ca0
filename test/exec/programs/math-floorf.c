// entry: f
// paths: returned 2
// why: 2 is the floor of all from 2 to below 3: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(float x) {
  if (floorf(x) == 2) return 1;
  return 0;
}
