// entry: f
// paths: returned 3
// why: the buffer is part of an input, as in libraries that read pictures; the mask of signals may be saved
#include <setjmp.h>

struct reader {
  sigjmp_buf on_error;
  int length, used;
};
static int next(struct reader *r) {
  if (r->used >= r->length) siglongjmp(r->on_error, 5);
  return r->used++;
}
int f(struct reader *r) {
  if (r->length > 2) return -1;
  if (sigsetjmp(r->on_error, 1)) return -2;
  r->used = 1;
  int sum = 0;
  sum += next(r);
  return sum;
}
