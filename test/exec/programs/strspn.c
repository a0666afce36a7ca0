// entry: f
// options: --max-string 3
// paths: returned 4
// why: how many digits the string starts with: 0 to 3, one branch each

#include <string.h>

int f(const char *s) { return (int)strspn(s, "0123456789"); }
