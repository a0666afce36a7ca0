// What compilers call to multiply and to divide complex numbers, in the steps of libgcc since version 12: the last
// bits are the same.

#include "runtime.h"

#define REAL float
#define OF(name) name##_float
#include "complex_arithmetic.h"
#undef REAL
#undef OF

#define REAL double
#define OF(name) name##_double
#define MOST __DBL_MAX__
#define LEAST __DBL_MIN__
#define STEP __DBL_EPSILON__
#include "complex_arithmetic.h"
#include "complex_division.h"
#undef REAL
#undef OF
#undef MOST
#undef LEAST
#undef STEP

#define REAL long double
#define OF(name) name##_long_double
#define MOST __LDBL_MAX__
#define LEAST __LDBL_MIN__
#define STEP __LDBL_EPSILON__
#include "complex_arithmetic.h"
#include "complex_division.h"

float _Complex __mulsc3(float a, float b, float c, float d) {
  return product_float(a, b, c, d);
}
double _Complex __muldc3(double a, double b, double c, double d) {
  return product_double(a, b, c, d);
}
long double _Complex __mulxc3(long double a, long double b, long double c, long double d) {
  return product_long_double(a, b, c, d);
}

float _Complex __divsc3(float a, float b, float c, float d) {
  const double e = a, f = b, g = c, h = d, below = g * g + h * h;
  return mended_float(a, b, c, d, (float)((e * g + f * h) / below), (float)((f * g - e * h) / below));
}
double _Complex __divdc3(double a, double b, double c, double d) {
  return quotient_double(a, b, c, d);
}
long double _Complex __divxc3(long double a, long double b, long double c, long double d) {
  return quotient_long_double(a, b, c, d);
}
