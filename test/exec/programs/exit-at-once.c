// entry: f
// paths: exited 1
// why: _exit runs no handlers

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void) { puts("handler"); }

int f(void) {
  atexit(handler);
  _exit(3);
}
