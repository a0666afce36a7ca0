// entry: f
// paths: returned 2
// why: what stands behind a descriptor of someone else is anything: nothing comes, or one or two bytes do
// native: replay
#include <unistd.h>

int f(int fd) {
  char b[2] = {0, 0};
  long n = read(fd, b, 2);
  if (n < 1) return -1;
  return b[0] == 'a';
}
