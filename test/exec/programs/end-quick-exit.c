// entry: f
// paths: exited 1
// why: _Exit runs no handlers, so nothing is written

#include <stdio.h>
#include <stdlib.h>

static void handler(void) { puts("never"); }
int f(int x) {
  atexit(handler);
  _Exit(x & 7);
}
