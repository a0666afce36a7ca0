// entry: f
// paths: returned 1
// why: after six registers, arguments stand on the stack

#include <stdarg.h>

static int take(int n, ...) {
  va_list list;
  va_start(list, n);
  int r = 0;
  for (int i = 0; i < n; i++) r = r * 2 + va_arg(list, int);
  va_end(list);
  return r;
}
int f(unsigned x) { return take(9, 1, 0, 1, 0, 1, 0, 1, (int)(x & 1), 1); }
