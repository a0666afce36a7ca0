// entry: f
// options: --max-string 3
// paths: returned 4
// why: the NUL is a character to look for too: found at each of four lengths

#include <string.h>

int f(const char *s) { return (int)(strchr(s, 0) - s); }
