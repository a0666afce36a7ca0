// entry: f
// options: --max-file 0
// paths: returned 1
// assumes: the environment has no variables but those that the program sets
// why: the environment is empty when it is to be so

#include <stdlib.h>

int f(void) { return getenv("BEAGLE_TEST_NO_SUCH_NAME") == NULL; }
