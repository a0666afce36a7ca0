// entry: f
// native: replay
// paths: returned 6
// why: the descriptor is given, or the file is opened here; what lseek gives is then the input's, or the file's

#include <fcntl.h>
#include <unistd.h>

int f(const char *path, int descriptor) {
  char c = 0;
  if (descriptor == -1) descriptor = open(path, O_RDONLY);
  if (descriptor == -1) return 0;
  if (lseek(descriptor, 1, SEEK_SET) == -1) return 1;
  return read(descriptor, &c, 1) == 1 ? 2 : 3;
}
