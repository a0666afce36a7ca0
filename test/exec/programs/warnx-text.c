// entry: f
// paths: returned 2
// why: the message starts with the program's name and ends with a newline
// native: replay
#include <err.h>

int f(int n) {
  if (n) warnx("not %s", "zero");
  return 0;
}
