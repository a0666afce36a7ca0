// entry: f
// paths: left by longjmp 1, returned 1
// native: replay
// why: the buffer is an input, and whoever filled it has called this function; it gets 1 for 0
#include <setjmp.h>

struct reader {
  jmp_buf on_error;
  int length;
};
int f(struct reader *r, int error) {
  if (r->length < 0) {
    r->length = 0;
    longjmp(r->on_error, error);
  }
  return r->length;
}
