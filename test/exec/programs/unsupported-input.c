// entry: f
// paths: unsupported 1
// detail: a call of 
// why: standard input cannot be read

#include <stdio.h>

int f(void) { return getchar(); }
