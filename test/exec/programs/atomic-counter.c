// entry: f
// paths: returned 1
// why: C's atomic operations give the old value

#include <stdatomic.h>

int f(int x) {
  atomic_int n = x;
  const int a = atomic_fetch_add(&n, 3), b = atomic_exchange(&n, 9), c = atomic_fetch_or(&n, 6);
  return (int)((unsigned)a + (unsigned)b) ^ c ^ n;
}
