// entry: f
// paths: unsupported 1
// detail: a call of _setjmp
// why: jumps out of calls are not supported, and said to be so

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
