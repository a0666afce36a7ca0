// entry: f
// paths: unsupported 1, memory error: null pointer 1, returned 1
// options: --null-arguments
// detail: a longjmp to where no setjmp of this run has been
// native: no: what happens natively is anybody's guess
// why: nobody has set the buffer of the function's own, and none is none
#include <setjmp.h>

int f(jmp_buf *given, int own) {
  jmp_buf place;
  if (own) longjmp(place, 1);
  if (!given) longjmp(*given, 2);
  return 0;
}
