// entry: f
// paths: assertion failed 1, returned 1
// place: assertion failed at 9
// detail: x < 10 && x > 0
// why: the assertion holds for some inputs; its text is told

#include <assert.h>

int f(unsigned x) { assert(x - 1 < 9 && "x < 10 && x > 0"); return 1; }
