// entry: f
// options: --file x=2
// paths: returned 4
// why: a file of two bytes is cut to one; others are filled up
// native: replay
#include <fcntl.h>
#include <unistd.h>

int f(void) {
  int fd = open("x", O_RDWR);
  if (fd < 0) return -1;
  ftruncate(fd, 1);
  long size = lseek(fd, 0, SEEK_END);
  close(fd);
  return (int)size;
}
