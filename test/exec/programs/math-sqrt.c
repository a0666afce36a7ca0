// entry: f
// paths: returned 2
// why: 2.25 has that root, and what rounds to it: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (sqrt(x) == 1.5) return 1;
  return 0;
}
