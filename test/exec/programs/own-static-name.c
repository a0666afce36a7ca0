// entry: f
// paths: returned 1
// why: a local function may have a name that the library uses inside

#include <string.h>

static int find(const char *text, const char *wanted) { return strstr(text, wanted) != NULL; }

int f(void) { return find("abc", "bc"); }
