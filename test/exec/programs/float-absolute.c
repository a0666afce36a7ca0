// entry: f
// paths: returned 1
// why: the sign goes

#include <math.h>

int f(signed char x) { return (int)fabs((double)x) + (int)fabsf((float)x) * 2; }
