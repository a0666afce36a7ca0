// abort, and assertions with their text.
// entry: run
#include <assert.h>
#include <stdlib.h>
int run(int a, int b) {
  if (a == 3) abort();
  assert(a != b);
  assert(b < 1000 && "too large");
  return a - b;
}
