// A call with variable arguments on the way.
// entry: total
#include <stdarg.h>
static long add(int count, ...) {
  va_list list;
  va_start(list, count);
  long sum = 0;
  for (int i = 0; i < count; i++) sum += i == 1 ? (long)va_arg(list, double) : va_arg(list, int);
  va_end(list);
  return sum;
}
long total(int a, short b) {
  if (a < 0) return add(1, 5);
  return add(3, a, 2.5, b);
}
