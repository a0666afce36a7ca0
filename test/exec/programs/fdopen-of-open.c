// entry: f
// options: --max-file 1
// paths: returned 3
// why: a descriptor becomes a stream
// native: replay
#include <fcntl.h>
#include <stdio.h>

int f(void) {
  int fd = open("x", O_RDONLY);
  if (fd < 0) return -1;
  FILE *in = fdopen(fd, "r");
  int c = fgetc(in);
  fclose(in);
  return c == EOF;
}
