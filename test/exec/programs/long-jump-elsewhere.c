// entry: f
// paths: unsupported 1, returned 1
// detail: a longjmp to where no setjmp of this run has been
// native: no: the engine cannot go on
// why: the buffer is an input, and whoever filled it has called this function
#include <setjmp.h>

struct reader {
  jmp_buf on_error;
  int length;
};
int f(struct reader *r) {
  if (r->length < 0) longjmp(r->on_error, 1);
  return r->length;
}
