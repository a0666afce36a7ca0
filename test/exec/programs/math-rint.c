// entry: f
// paths: returned 3
// why: a half goes to the even number: 2.5 becomes 2: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (rint(x) == 2 && x > 2.4) return 1;
  return 0;
}
