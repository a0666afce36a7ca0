// entry: f
// paths: returned 1
// why: down, up, to zero, and to the nearest with halves away from zero

#include <math.h>

int f(signed char x) {
  const double d = x / 4.0;
  return (int)floor(d) + 1000 * (int)ceil(d) + 100000 * (int)trunc(d) + 10000000 * (int)(round(d) / 8);
}
