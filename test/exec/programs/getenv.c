// entry: f
// paths: returned 1
// why: the environment is empty

#include <stdlib.h>

int f(void) { return getenv("BEAGLE_TEST_NO_SUCH_NAME") == NULL; }
