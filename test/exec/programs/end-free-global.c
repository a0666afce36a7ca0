// entry: f
// paths: memory error: free of what was not allocated 1
// why: a global was not allocated

#include <stdlib.h>

int never;
int f(int x) {
  free(&never);
  return x;
}
