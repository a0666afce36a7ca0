// entry: f
// options: --stdin 3
// paths: returned 4
// why: read() gives all that there is, up to two bytes: 0, 1 or 2 of them; with three bytes, one is left
// native: replay
#include <unistd.h>

int f(void) {
  char b[2];
  long n = read(0, b, 2);
  return n == 2 && read(0, b, 2) == 1 ? 3 : (int)n;
}
