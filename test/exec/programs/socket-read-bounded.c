// entry: f
// paths: returned 2
// why: what comes from a socket is at most what was asked for
// native: replay
#include <sys/socket.h>

int f(int s) {
  char b[2];
  long n = recv(s, b, sizeof b, 0);
  if (n > 2 || n < -1) __builtin_trap();
  return n < 0 ? -1 : n == 0 ? 0 : 1;
}
