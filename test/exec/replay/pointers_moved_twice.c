// A table of pointers moves to a block whose size is symbolic, and from there to a larger one: what had no place in the first
// is not in the second.
// entry: f
#include <stdlib.h>

char **table;
long most;

int f(void) {
  if (!table || most < 1 || most > 2) return 0;
  most *= 2;
  char **smaller = realloc(table, most * sizeof *table);
  if (!smaller) return 1;
  table = smaller;
  most *= 2;
  char **larger = realloc(table, most * sizeof *table);
  if (!larger) return 2;
  table = larger;
  return 3;
}
