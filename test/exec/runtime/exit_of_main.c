#include <stdlib.h>

#include "common.h"

static int count;

static void first(void) {
  printf("first %d\n", count);
}
static void second(void) {
  count = 2;
  atexit(first);
}
static void last(int status, void* argument) {
  printf("last %d %s\n", status, (char*)argument);
}

// Its return is a call of exit.
int main(void) {
  on_exit(last, "argument");
  atexit(first);
  atexit(second);
  count = 1;
  return 3;
}
