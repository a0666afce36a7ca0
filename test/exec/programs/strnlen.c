// entry: f
// options: --max-string 3
// paths: returned 3
// why: lengths 0, 1, and two or more: what is behind the limit is not looked at

#include <string.h>

int f(const char *s) { return (int)strnlen(s, 2); }
