// entry: f
// paths: returned 1
// why: minus zero equals zero and has a sign of its own

#include <math.h>

int f(int x) {
  const double zero = -0.0 * (x & 1);
  return (zero == 0) * 2 + (signbit(zero) != 0);
}
