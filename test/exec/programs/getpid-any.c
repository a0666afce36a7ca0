// entry: f
// paths: returned 2
// why: the number of the process is anything
// native: replay
#include <unistd.h>

int f(void) {
  if (getpid() == 42) return 1;
  return 0;
}
