// entry: f
// paths: returned 6
// why: three lengths, with and without a sign

#include <stdio.h>

int f(signed char n) { return printf("[%d]\n", n); }
