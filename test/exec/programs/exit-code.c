// entry: f
// paths: exited 1, returned 1
// why: the status of exit is an outcome, symbolic too

#include <stdlib.h>

int f(int status) {
  if (status > 3) exit(status);
  return status;
}
