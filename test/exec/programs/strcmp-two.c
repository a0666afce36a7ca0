// entry: f
// options: --max-string 2
// paths: returned 3
// why: the loop ends at a place where the bytes differ or both are NUL: one branch for each place

#include <string.h>

int f(const char *s, const char *t) { return strcmp(s, t); }
