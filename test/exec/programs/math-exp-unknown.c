// entry: f
// paths: returned 2
// why: exp of a value that is not known is taken for any number, so both ways are followed and neither is
//   compared with a native run
// native: no: what is found rests on an approximation
#include <math.h>

int f(double x) {
  if (exp(x) > 0.25) return 1;
  return 0;
}
