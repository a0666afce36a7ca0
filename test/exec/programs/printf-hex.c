// entry: f
// paths: returned 2
// why: one digit or two

#include <stdio.h>

int f(unsigned char n) { return printf("%x\n", n); }
