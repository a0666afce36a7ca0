// entry: f
// paths: returned 5
// why: one may come back to the same setjmp again and again, also from its own function
#include <setjmp.h>

int f(unsigned n) {
  jmp_buf place;
  volatile int count = 0;
  (void)setjmp(place);
  count = count + 1;
  if (n < 4 && (unsigned)count <= n) longjmp(place, count);
  return count;
}
