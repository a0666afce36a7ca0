// entry: f
// paths: returned 2
// why: a jump out of two calls comes back to setjmp, and finds in memory what was written last
#include <setjmp.h>

static jmp_buf place;
static void inner(int x) {
  if (x > 3) longjmp(place, 7);
}
static void outer(int x) { inner(x); }
int f(int x) {
  volatile int before = 1;
  const int code = setjmp(place);
  if (code) return code + before;
  before = 2;
  outer(x);
  return before;
}
