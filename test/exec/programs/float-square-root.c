// entry: f
// paths: returned 2
// why: nine is the only byte whose root is three

#include <math.h>

int f(unsigned char x) {
  if (sqrt(x) == 3.0) return 1;
  return 0;
}
