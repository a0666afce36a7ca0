// entry: f
// paths: returned 2
// why: the rest has the sign of what is divided: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (fmod(x, 3) == -1) return 1;
  return 0;
}
