// entry: f
// options: --stdin 0
// paths: returned 1
// why: there is nothing to read, so the end is seen at once
// native: replay
#include <stdio.h>

int f(void) {
  return getchar() == EOF && feof(stdin) && !ferror(stdin);
}
