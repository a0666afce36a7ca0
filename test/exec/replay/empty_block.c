// A write into an empty block, which AddressSanitizer gives a byte: only one that goes further has to show.
// entry: keep
// not comparable: 1
#include <stdlib.h>

int keep(unsigned size, int further) {
  if (size > 2) return -1;
  char *block = malloc(size);
  if (!block) return -2;
  if (further) block[2] = 'x';
  block[0] = 'x';
  const int result = block[0];
  free(block);
  return result;
}
