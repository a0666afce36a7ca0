// entry: f
// paths: returned 2
// why: some bits are no number: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (isnan(x)) return 1;
  return 0;
}
