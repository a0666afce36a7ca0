// entry: f
// paths: returned 3
// why: setjmp returns what longjmp was given, a symbol too, and 1 in place of 0
#include <setjmp.h>

int f(int x) {
  jmp_buf place;
  const int code = setjmp(place);
  if (code == 1) return 100;
  if (code != 0) return code / 2;
  if (x > 9) return -1;
  longjmp(place, x);
}
