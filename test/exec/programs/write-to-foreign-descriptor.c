// entry: f
// paths: returned 2
// why: writing to a descriptor of someone else may fail
// native: replay
#include <unistd.h>

int f(int fd) {
  if (write(fd, "text", 4) == 4) return 1;
  return 0;
}
