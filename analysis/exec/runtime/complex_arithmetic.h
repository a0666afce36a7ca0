// Multiplying and dividing complex numbers of two REALs. Included once for each type, with OF(name) for its names.
// No include guard: see complex_arithmetic.c.

static REAL OF(infinite)(REAL sign) {
  return __builtin_signbit(sign) ? -(REAL)__builtin_inf() : (REAL)__builtin_inf();
}
static int OF(is_finite)(REAL a, REAL b) {
  return __builtin_isfinite(a) && __builtin_isfinite(b);
}
static int OF(is_infinite)(REAL a, REAL b) {
  return __builtin_isinf(a) || __builtin_isinf(b);
}
/// With its sign: one for infinity, zero for anything else.
static REAL OF(unit)(REAL value) {
  const REAL size = __builtin_isinf(value) ? 1 : 0;
  return __builtin_signbit(value) ? -size : size;
}
/// With its sign: zero for what is no number.
static REAL OF(number)(REAL value) {
  if (!__builtin_isnan(value)) return value;
  return __builtin_signbit(value) ? -(REAL)0 : (REAL)0;
}
static REAL _Complex OF(made)(REAL x, REAL y) {
  REAL _Complex result;
  __real__ result = x;
  __imag__ result = y;
  return result;
}

static REAL _Complex OF(product)(REAL a, REAL b, REAL c, REAL d) {
  const REAL ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  const REAL x = ac - bd, y = ad + bc;
  if (!__builtin_isnan(x) || !__builtin_isnan(y)) return OF(made)(x, y);
  // Both may come out as no number although the product is infinite.
  int is_infinite = 0;
  if (OF(is_infinite)(a, b)) {
    a = OF(unit)(a), b = OF(unit)(b), c = OF(number)(c), d = OF(number)(d);
    is_infinite = 1;
  }
  if (OF(is_infinite)(c, d)) {
    c = OF(unit)(c), d = OF(unit)(d), a = OF(number)(a), b = OF(number)(b);
    is_infinite = 1;
  }
  if (!is_infinite && (OF(is_infinite)(ac, bd) || OF(is_infinite)(ad, bc))) {
    a = OF(number)(a), b = OF(number)(b), c = OF(number)(c), d = OF(number)(d);
    is_infinite = 1;
  }
  const REAL infinity = (REAL)__builtin_inf();
  return is_infinite ? OF(made)(infinity * (a * c - b * d), infinity * (a * d + b * c)) : OF(made)(x, y);
}

/// The quotient, of which both parts may have come out as no number although it is infinite or zero.
static REAL _Complex OF(mended)(REAL a, REAL b, REAL c, REAL d, REAL x, REAL y) {
  if (!__builtin_isnan(x) || !__builtin_isnan(y)) return OF(made)(x, y);
  if (c == 0 && d == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b)))
    return OF(made)(OF(infinite)(c) * a, OF(infinite)(c) * b);
  if (OF(is_infinite)(a, b) && OF(is_finite)(c, d)) {
    const REAL infinity = (REAL)__builtin_inf();
    a = OF(unit)(a), b = OF(unit)(b);
    return OF(made)(infinity * (a * c + b * d), infinity * (b * c - a * d));
  }
  if (OF(is_infinite)(c, d) && OF(is_finite)(a, b)) {
    c = OF(unit)(c), d = OF(unit)(d);
    return OF(made)(0 * (a * c + b * d), 0 * (b * c - a * d));
  }
  return OF(made)(x, y);
}
