// entry: f
// paths: returned 1
// why: numbers of all kinds, and a struct, are taken as they were given

#include <stdarg.h>

struct pair { long a, b; };
static long take(int n, ...) {
  va_list list;
  va_start(list, n);
  const int i = va_arg(list, int);
  const double d = va_arg(list, double);
  const long l = va_arg(list, long);
  const struct pair p = va_arg(list, struct pair);
  const char *s = va_arg(list, const char *);
  va_end(list);
  return i + (long)d + l + p.a * p.b + s[1];
}
long f(short x) { return take(5, x, 2.5, 7L, (struct pair){3, 4}, "ab"); }
