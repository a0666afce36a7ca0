// entry: f
// paths: returned 9
// why: a null that is read at a symbolic place, of which there are eight, may be freed, and given to realloc

#include <stdlib.h>

struct row {
  long size;
  char *shown, *colours;
};

struct row rows[8];

int f(unsigned at) {
  if (at > 7) return 0;
  rows[at].colours = 0;
  free(rows[at].colours);
  char *more = realloc(rows[at].colours, 3);
  free(more);
  return 1;
}
