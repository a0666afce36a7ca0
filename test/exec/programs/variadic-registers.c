// entry: f
// paths: returned 6
// why: the first arguments of each kind stand in registers of their own, the others behind each other in memory

#include <stdarg.h>

struct small { int number; double part; };
struct floats { float x, y; };
struct large { long a, b, c; };

static long sum(int kinds, double scale, ...) {
  va_list list, again;
  long result = 0;
  va_start(list, scale);
  va_copy(again, list);
  for (int i = 0; i < 9; i++) result = 3 * result + va_arg(list, int);
  for (int i = 0; i < 9; i++) result = 3 * result + (long)(scale * va_arg(list, double));
  result += va_arg(list, __int128) >> 64;
  const struct small s = va_arg(list, struct small);
  const struct floats g = va_arg(list, struct floats);
  const struct large l = va_arg(list, struct large);
  result += s.number + (long)s.part + (long)g.x + 2 * (long)g.y + l.a + l.b + l.c + va_arg(list, long);
  result += (long)va_arg(list, long double);
  va_end(list);
  result = 5 * result + va_arg(again, int) + (long)va_arg(again, double);
  va_end(again);
  return kinds ? result : -result;
}

static long pair(int count, ...) {
  va_list list;
  va_start(list, count);
  const struct small s = va_arg(list, struct small);
  const struct floats g = va_arg(list, struct floats);
  const __int128 wide = va_arg(list, __int128);
  const struct small t = va_arg(list, struct small);
  const long last = va_arg(list, long);
  va_end(list);
  return s.number + 7 * (long)s.part + 11 * (long)(g.x + g.y) + (long)(wide >> 62) + t.number + 13 * last;
}

typedef float four __attribute__((vector_size(16)));

// A vector is one register, however many elements it has.
static long behind(struct floats w, four x, struct floats y, four z, int last, ...) {
  va_list list;
  va_start(list, last);
  const struct small s = va_arg(list, struct small);
  const long number = va_arg(list, long);
  va_end(list);
  return s.number + (long)s.part + 3 * number + (long)w.x + (long)x[1] + (long)y.y + (long)z[3] + last;
}

long f(int a, long b) {
  const struct small s = {a, 2.5};
  const struct floats g = {1.5f, 4.0f};
  const struct large l = {1, b, 3};
  if (a > 1000 || a < -1000) return 0;
  if (b > 1000 || b < -1000) return 1;
  return sum(a > 0, 2.0, a, 2, 3, 4, 5, 6, 7, 8, 9, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0,
             (__int128)b << 64, s, g, l, b, 12.0L) +
         pair(4, s, g, (__int128)b << 62, s, b) + behind(g, (four){1, 2}, g, (four){5, 6, 7, 8}, a, s, b);
}
