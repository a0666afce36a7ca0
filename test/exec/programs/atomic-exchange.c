// entry: f
// paths: returned 2
// why: a weak exchange never fails by itself here

#include <stdatomic.h>
#include <stdbool.h>

int f(int x) {
  atomic_int n = x;
  int expected = 4;
  const bool done = atomic_compare_exchange_strong(&n, &expected, 40);
  if (done) return n;
  return expected ^ n;
}
