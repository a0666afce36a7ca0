// entry: f
// options: --max-string 3
// paths: returned 3
// why: the loop ends at one of three places, at the NUL of "ab" at last; what it ends with is a term, no branch

#include <string.h>

int f(const char *s) { return strcmp(s, "ab"); }
