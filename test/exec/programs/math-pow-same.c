// entry: f
// paths: returned 2
// why: the same function of the same arguments is the same number, whatever that is
// native: no: what is found rests on an approximation
#include <math.h>

int f(double x, double y) {
  double a = pow(x, y), b = pow(x, y);
  if (a == a && a != b) __builtin_trap();
  return 0;
}
