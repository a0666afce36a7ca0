// entry: f
// paths: returned 2
// why: stat() writes anything where it points, and succeeds or not; how large the file is, is a part of the
//   result
// native: replay
#include <sys/stat.h>

int f(void) {
  struct stat status;
  if (stat("x", &status) != 0) return -1;
  return status.st_size > 100;
}
