// entry: f
// paths: returned 3
// why: what ioctl() leaves behind its third argument is anything
// native: replay
#include <sys/ioctl.h>

int f(int fd) {
  struct winsize size = {0};
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return 80;
  if (size.ws_col == 132) return 132;
  return 0;
}
