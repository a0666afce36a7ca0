// entry: f
// paths: returned 5
// why: one path for each number of digits of 16 bits: 1 to 5

#include <stdio.h>

int f(unsigned short n) { return printf("%d\n", n); }
