// Use after free, double free, free of what was not allocated, null, a local after its scope.
// entry: use
#include <stdlib.h>

static int* escape(int value) {
  int local = value;
  int* volatile address = &local;
  return address;
}

int use(int how, int* input) {
  int* block = malloc(8);
  block[0] = how;
  block[1] = 0;
  int result = 0;
  switch (how) {
  case 0: free(block); return block[0];
  case 1: free(block); free(block); return 1;
  case 2: free(block + 1); return 2;
  case 3: free(input); return 3;
  case 4: free(block); block = 0; return *block;
  case 5: result = *escape(5); break;
  case 6: {
    int* inner;
    {
      int gone = 4;
      inner = &gone;
    }
    result = *inner;
    break;
  }
  }
  free(block);
  return result;
}
