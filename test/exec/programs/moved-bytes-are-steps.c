// entry: f
// options: --max-steps 1000
// paths: returned 1, bound reached 1
// cut: more than 1000 instructions
// why: what one call moves takes time as well, and counts as what would move it otherwise

#include <string.h>

static char from[400000], to[400000];

int f(int all) {
  if (all) memcpy(to, from, sizeof to);
  else memcpy(to, from, 100);
  return to[7];
}
