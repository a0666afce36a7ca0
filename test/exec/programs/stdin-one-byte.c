// entry: f
// options: --stdin 1
// paths: returned 2
// why: standard input is empty, or gives the one byte that stands in it
// native: replay

#include <stdio.h>

int f(void) { return getchar(); }
