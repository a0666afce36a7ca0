// entry: f
// options: --failing-allocation --replay
// paths: returned 3
// why: the first block, or the larger one, or none finds no memory; what gets no bytes asks for nothing
#include <stdlib.h>

int f(void) {
  int *all = realloc(NULL, sizeof *all);
  if (!all) return -1;
  all[0] = 7;
  int *more = realloc(all, 2 * sizeof *all);
  int sum = more ? more[0] : all[0] * 2;
  if (realloc(more ? more : all, 0) != NULL) return 1;
  return sum;
}
