// errno.h

#include "analysis/exec/runtime/runtime.h"

// The engine's own functions set it, too.
int beagle_errno;

int* __errno_location(void) {
  return &beagle_errno;
}
