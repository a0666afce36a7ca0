// entry: f
// paths: left by longjmp 2, returned 1
// native: replay
// why: one of the program's own buffers, which another function sets; a jump to it leaves memory as it is then
#include <setjmp.h>

static jmp_buf on_error;
unsigned errors;

int guarded(int (*work)(int), int x) { return setjmp(on_error) ? -1 : work(x); }

static int digit(int c) {
  if (c < '0' || c > '9') {
    errors++;
    longjmp(on_error, 1);
  }
  return c - '0';
}
int f(int c) { return digit(c) + 1; }
