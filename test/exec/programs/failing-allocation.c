// entry: f
// options: --failing-allocation --replay --max-string 1
// paths: returned 5, memory error: null pointer 2
// place: memory error: null pointer at 19
// why: the first 1, in front of the name; the second, the third or none 2 lengths each
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct item {
  char *name;
  int *counts;
};

static int fill(struct item *it, const char *name) {
  it->name = strdup(name);
  if (!it->name) return errno == ENOMEM ? -2 : -3;
  it->counts = calloc(2, sizeof *it->counts);
  it->counts[1] = 1;
  return 0;
}

int f(const char *name) {
  struct item *it = malloc(sizeof *it);
  if (!it) return -1;
  int result = fill(it, name);
  free(result == 0 ? it->counts : NULL);
  free(it->name);
  free(it);
  return result;
}
