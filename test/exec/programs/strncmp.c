// entry: f
// options: --max-string 4
// paths: returned 3
// why: two characters are looked at: different at the first, different at the second, or equal

#include <string.h>

int f(const char *s) { return strncmp(s, "keyword", 2); }
