// entry: f
// paths: exited 1
// why: handlers run in reverse order before the program ends

#include <stdio.h>
#include <stdlib.h>

static void first(void) { puts("first"); }
static void second(void) { puts("second"); }

int f(void) {
  atexit(first);
  atexit(second);
  exit(2);
}
