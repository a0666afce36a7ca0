// entry: f
// paths: returned 1, memory error: out of bounds 1
// native: no: natively, more was allocated than was asked for
// why: the array behind the struct has as many elements as were allocated

#include <stdlib.h>

struct list { int count; int items[]; };
int f(unsigned n) {
  struct list *l = malloc(sizeof *l + (n % 4) * sizeof(int));
  l->count = n % 4;
  l->items[1] = 7;
  const int r = l->count + l->items[1];
  free(l);
  return r;
}
