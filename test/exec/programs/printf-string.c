// entry: f
// options: --max-string 2
// paths: returned 3
// why: one path for each length

#include <stdio.h>

int f(const char *s) { return printf("<%s>\n", s); }
