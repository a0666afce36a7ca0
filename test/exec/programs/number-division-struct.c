// entry: f
// paths: returned 1
// why: div gives quotient and remainder at once

#include <stdlib.h>

int f(short x) {
  const div_t d = div(x, 7);
  return d.quot * 10 + d.rem;
}
