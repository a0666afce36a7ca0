// entry: f
// paths: returned 6, bound reached 2
// cut: printing other numbers than 0, 1 and -2.5, which are tried
// why: of a number that is not known a few are printed: 0, 1 and -2.5; all others are left out, and that is said

#include <stdio.h>

int f(double x, int sign) {
  char text[64];
  int length = snprintf(text, sizeof text, sign ? "%+g" : "%g", x);
  return length * 256 + text[0];
}
