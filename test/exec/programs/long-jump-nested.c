// entry: f
// paths: returned 4
// why: handlers stand one in the other, as where errors are passed on: a buffer is copied as a whole
#include <setjmp.h>
#include <string.h>

static jmp_buf *innermost;

static void fail(int code) { longjmp(*innermost, code); }

static int guarded(int x) {
  jmp_buf place, *const outer = innermost;
  volatile int result = 0;
  const int code = setjmp(place);
  if (code == 0) {
    jmp_buf moved;
    memcpy(&moved, &place, sizeof moved);
    innermost = &moved;
    if (x == 1) fail(1);
    if (x == 2) fail(2);
    result = x;
  }
  innermost = outer;
  if (code == 2) fail(20);
  return code == 1 ? -1 : result;
}

int f(int x) {
  jmp_buf place;
  innermost = &place;
  const int code = setjmp(place);
  if (code != 0) return code;
  const int result = guarded(x);
  return x == 3 ? result * 100 : result;
}
