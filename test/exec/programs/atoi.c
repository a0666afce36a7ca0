// entry: f
// options: --max-string 1
// paths: returned 5
// why: strings of one character: white space, either sign, a digit, and all others

#include <stdlib.h>

int f(const char *s) { return atoi(s); }
