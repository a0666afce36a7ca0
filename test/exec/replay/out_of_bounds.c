// Reading and writing past what is there: input, stack, heap, global, before and behind.
// entry: touch
#include <stdlib.h>
static int table[4];

int touch(const int* input, unsigned at, int where) {
  int local[3] = {1, 2, 3};
  if (at > 5) return -1;
  switch (where) {
  case 0: return input[at];
  case 1: return local[at];
  case 2: table[at] = 5; return table[0];
  case 3: return local[(int)at - 1];
  case 4: {
    char* heap = malloc(4);
    heap[at] = 1;
    free(heap);
    return 0;
  }
  }
  return 1;
}
