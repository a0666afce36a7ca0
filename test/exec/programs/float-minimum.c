// entry: f
// paths: returned 1
// why: the smaller and the larger of two floats

#include <math.h>

int f(signed char x) { return (int)(fmin(x, 3.0) * 100 + fmax(x, -7.0)); }
