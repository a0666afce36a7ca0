// entry: f
// paths: returned 1
// why: a copy of a list starts where the list stands, and goes its own way

#include <stdarg.h>

static int take(int n, ...) {
  va_list list, again;
  va_start(list, n);
  const int a = va_arg(list, int);
  va_copy(again, list);
  const int b = va_arg(list, int), c = va_arg(again, int);
  va_end(again);
  va_end(list);
  return a * 100 + b * 10 + c;
}
int f(unsigned x) { return take(2, (int)(x & 7), (int)(x >> 3 & 7)); }
