// entry: f
// options: --max-string 1
// paths: memory error: null pointer 1, returned 1
// place: memory error: null pointer at 10
// why: a variable need not be set
// native: replay
#include <stdlib.h>

int f(void) {
  return getenv("EDITOR")[0] == 'v';
}
