// entry: f
// paths: returned 2
// why: errno is kept between calls

#include <errno.h>
#include <stdlib.h>

int f(int base) {
  errno = 0;
  strtol("1", NULL, base == 1 ? 1 : 10);
  return errno;
}
