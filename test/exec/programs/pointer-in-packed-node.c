// entry: f
// paths: returned 9
// native: replay
// why: behind the bytes of a node stands a pointer, wherever they end: in memory of a size that depends on the input,
//   and far too large to ask for each place

#include <stdlib.h>
#include <string.h>

int f(unsigned char n, const int *value) {
  if (n > 7) return 0;
  char *node = malloc(1 + n + sizeof value);
  if (!node) return 1;
  node[0] = n;
  memcpy(node + 1 + node[0], &value, sizeof value);
  const int *kept;
  memcpy(&kept, node + 1 + node[0], sizeof kept);
  free(node);
  return kept == value ? 2 : 3;
}
