// entry: f
// paths: returned 1
// why: variable arguments that are aligned more than others stand where that says, behind any number of others

#include <stdarg.h>

struct __attribute__((aligned(32))) four { double a, b, c, d; };

static long take(int skipped, ...) {
  va_list list;
  va_start(list, skipped);
  while (skipped--) (void)va_arg(list, int);
  const struct four q = va_arg(list, struct four);
  const int between = va_arg(list, int);
  const long double last = va_arg(list, long double);
  va_end(list);
  return between + (long)q.d + (long)last;
}

long f(int x) {
  const struct four q = {1, 2, 3, 4};
  return (x & 7) + take(0, q, 5, 6.0L) + take(1, 9, q, 5, 6.0L) + take(4, 9, 9, 9, 9, q, 5, 6.0L);
}
