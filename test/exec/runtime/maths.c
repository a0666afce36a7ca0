#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>

#include "common.h"

static const double values[] = {
    0,        -0.0,      1,      -1,     0.5,        -0.5,       1.5,
    2.5,      -2.5,      0.1,    3.7,    -3.7,       1e10,       1e300,
    -1e300,   1e-300,    5e-324, 1e-310, 123456.789, 2147483647, 4503599627370497.0,
    INFINITY, -INFINITY, NAN};

int __isnan(double);
int __isinf(double);
int __finite(double);
int __signbit(double);
int __signbitf(float);
int __fpclassify(double);
int __fpclassifyf(float);

// Through pointers: clang knows these functions.
#define UNARY(NAME)                                                                                          \
  printf(" " #NAME " %a %a", ((double (*volatile)(double))NAME)(x),                                          \
         (double)((float (*volatile)(float))NAME##f)((float)x))
#define BINARY(NAME)                                                                                         \
  printf(" " #NAME " %a %a", ((double (*volatile)(double, double))NAME)(x, y),                               \
         (double)((float (*volatile)(float, float))NAME##f)((float)x, (float)y))

static void unary(double x) {
  printf("%a:", x);
  UNARY(fabs);
  UNARY(sqrt);
  UNARY(floor);
  UNARY(ceil);
  UNARY(trunc);
  UNARY(round);
  UNARY(rint);
  UNARY(nearbyint);
  UNARY(sin);
  UNARY(cos);
  UNARY(tan);
  UNARY(atan);
  UNARY(exp);
  UNARY(exp2);
  UNARY(log);
  UNARY(log2);
  UNARY(log10);
  UNARY(log1p);
  UNARY(expm1);
  UNARY(cbrt);
  UNARY(tanh);
  int a = 0, b = 0;
  double c = 0;
  float d = 0;
  const double e = frexp(x, &a), f = modf(x, &c);
  const float g = frexpf((float)x, &b), h = modff((float)x, &d);
  const int isNumber = isfinite(x);
  printf(" frexp %a %d %a %d modf %a %a %a %d", e, isNumber ? a : 0, g, isfinite((float)x) ? b : 0, f, c, h,
         d == d);
  printf(" ldexp %a %a %a scalbn %a", ldexp(x, 3), ldexp(x, -1080), (double)ldexpf((float)x, 5),
         scalbn(x, -4));
  printf(" class %d %d %d %d %d", __fpclassify(x), __fpclassifyf((float)x), __isnan(x) != 0, __isinf(x),
         __finite(x) != 0);
  printf(" %d %d", __signbit(x) != 0, __signbitf((float)x) != 0);
  if (fabs(x) < 1e18)
    printf(" lround %ld %ld %ld %lld %lld", lround(x), lrint(x), lroundf((float)x), llround(x), llrint(x));
  printf("\n");
}

static void binary(double x, double y) {
  printf("%a %a:", x, y);
  BINARY(pow);
  BINARY(atan2);
  BINARY(fmod);
  BINARY(hypot);
  BINARY(fdim);
  BINARY(copysign);
  BINARY(nextafter);
  if ((float)x != (float)y) { // of two zeros, either will do
    BINARY(fmin);
    BINARY(fmax);
  }
  printf(" fma %a %a\n", ((double (*volatile)(double, double, double))fma)(x, y, 0.1),
         (double)fmaf((float)x, (float)y, 2.0f));
}

int main(void) {
  const size_t n = sizeof values / sizeof *values;
  for (size_t i = 0; i < n; ++i) {
    unary(values[i]);
    for (size_t k = 0; k < n; ++k) binary(values[i], values[k]);
  }
  return 0;
}
