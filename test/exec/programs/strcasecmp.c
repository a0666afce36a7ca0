// entry: f
// options: --max-string 2
// paths: returned 2
// why: different at once; or the loop ends at the NUL of "x", whatever the other byte is

#include <strings.h>

int f(const char *s) { return strcasecmp(s, "x"); }
