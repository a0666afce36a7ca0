// errno is an input of nobody: it is 0 when the run starts, and what the library sets.
// entry: open_or
#include <errno.h>
#include <stdlib.h>

long open_or(unsigned long size, long otherwise) {
  if (size > 64 && size < 1ul << 60) return -1;
  void* block = malloc(size);
  if (!block) return errno == ENOMEM ? otherwise : -2;
  free(block);
  return size < 64 ? (long)size : errno;
}
