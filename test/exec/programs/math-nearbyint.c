// entry: f
// paths: returned 3
// why: a half goes to the even number: 3.5 becomes 4: there is such an argument, and there is another one
// native: replay
#include <math.h>

int f(double x) {
  if (nearbyint(x) == 4 && x < 3.6) return 1;
  return 0;
}
