// Products and quotients of complex numbers, with what is large, small, infinite and no number among them.
#include <math.h>
#include <stdio.h>

static const double parts[] = {0.0, -0.0, 1, -2.5, INFINITY, -INFINITY, NAN, 5e-324, 2.3e-308, 1.7e308, -9e307, 1e-17, 3e38};
enum { count = sizeof parts / sizeof *parts };

#define MADE(NAME, TYPE)                                                                                              \
  static TYPE _Complex NAME(TYPE x, TYPE y) {                                                                          \
    TYPE _Complex z;                                                                                                   \
    __real__ z = x, __imag__ z = y;                                                                                    \
    return z;                                                                                                          \
  }
MADE(made, double)
MADE(made_float, float)
MADE(made_long_double, long double)

static void one(double x) {
  if (isnan(x)) printf(" nan");
  else printf(" %a", x);
}

static void all(double a, double b, double c, double d) {
  const double _Complex z = made(a, b), w = made(c, d);
  const double _Complex product = z * w, quotient = z / w;
  one(__real__(product)), one(__imag__(product)), one(__real__(quotient)), one(__imag__(quotient));
  const float _Complex narrow = made_float((float)a, (float)b), by = made_float((float)c, (float)d);
  const float _Complex less = narrow * by, least = narrow / by;
  one(__real__(less)), one(__imag__(less)), one(__real__(least)), one(__imag__(least));
  const long double _Complex wide = made_long_double((long double)a, (long double)b), over = made_long_double((long double)c, (long double)d);
  const long double _Complex more = wide * over, most = wide / over;
  one((double)__real__(more)), one((double)__imag__(more)), one((double)__real__(most)), one((double)__imag__(most));
  printf("\n");
}

int main(void) {
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < count; ++k) {
      all(parts[i], parts[k], parts[(3 * i + k) % count], parts[(i + 5 * k + 2) % count]);
      all(parts[k], 3, parts[i], parts[(k + i) % count]);
    }
  return 0;
}
