// entry: f
// paths: exited 1, returned 1
// why: errx writes its message and ends the program
// native: replay
#include <err.h>

int f(int n) {
  if (n < 0) errx(3, "%s", "negative");
  return n > 5;
}
