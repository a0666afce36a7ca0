// entry: f
// options: --max-string 3
// paths: returned 4
// why: one path for each length up to the bound of three characters

#include <string.h>

int f(const char *s) { return (int)strlen(s); }
