// entry: f
// paths: memory error: out of bounds 1, returned 1
// why: a read that fails gives -1, which is no index
// native: replay
#include <unistd.h>

int f(int fd) {
  char b[4];
  long n = read(fd, b, 3);
  b[n] = 0;
  return 0;
}
