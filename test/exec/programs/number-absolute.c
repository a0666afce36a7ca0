// entry: f
// paths: returned 1
// why: the choice of the sign does not fork

#include <stdlib.h>

int f(short x) { return abs(x); }
