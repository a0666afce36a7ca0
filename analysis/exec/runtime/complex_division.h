// Dividing by the smaller part of the divisor over its larger one. Included once for each type, after
// complex_arithmetic.h and with the limits of the type: MOST, LEAST (the least that is normal), STEP (its epsilon).

static REAL OF(size)(REAL value) {
  return value < 0 ? -value : value;
}

static REAL _Complex OF(quotient)(REAL a, REAL b, REAL c, REAL d) {
  const REAL much = MOST / 2, medium = much * STEP;
  const int is_upright = OF(size)(c) < OF(size)(d);
  // All are brought away from the ends of the range.
  if (OF(size)(is_upright ? d : c) >= much) a /= 2, b /= 2, c /= 2, d /= 2;
  const REAL divisor = OF(size)(is_upright ? d : c);
  const int is_small_above = (OF(size)(a) < LEAST && OF(size)(b) < medium) ||
                             (OF(size)(b) < LEAST && OF(size)(a) < medium);
  if (divisor < STEP || (is_small_above && divisor < medium)) a /= STEP, b /= STEP, c /= STEP, d /= STEP;
  REAL x, y;
  if (is_upright) {
    const REAL ratio = c / d, below = c * ratio + d;
    const int is_normal = OF(size)(ratio) > LEAST;
    x = ((is_normal ? a * ratio : c * (a / d)) + b) / below;
    y = ((is_normal ? b * ratio : c * (b / d)) - a) / below;
  } else {
    const REAL ratio = d / c, below = d * ratio + c;
    const int is_normal = OF(size)(ratio) > LEAST;
    x = ((is_normal ? b * ratio : d * (b / c)) + a) / below;
    y = (b - (is_normal ? a * ratio : d * (a / c))) / below;
  }
  return OF(mended)(a, b, c, d, x, y);
}
