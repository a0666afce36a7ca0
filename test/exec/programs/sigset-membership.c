// entry: f
// paths: returned 5
// why: a signal is in the set after it was added; numbers that are no signals are refused
// native: replay
#include <signal.h>

int f(int signal) {
  sigset_t set;
  sigemptyset(&set);
  if (sigaddset(&set, signal) != 0) return -1;
  if (sigismember(&set, signal) != 1) __builtin_trap();
  return 0;
}
