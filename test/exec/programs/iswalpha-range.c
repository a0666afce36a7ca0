// entry: f
// paths: returned 2
// why: letters of ASCII, and all else
// native: replay
#include <wctype.h>

int f(unsigned c) {
  return iswalpha(c) != 0;
}
