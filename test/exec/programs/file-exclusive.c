// entry: f
// options: --max-file 1
// paths: returned 2
// why: O_EXCL fails when the file is there
// native: replay
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int f(void) {
  int fd = open("lock", O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (fd < 0) return errno == EEXIST ? -1 : -2;
  write(fd, "1", 1);
  close(fd);
  return 0;
}
