// entry: f
// options: --file x=2
// paths: returned 4
// why: both descriptors stand at the same place
// native: replay
#include <fcntl.h>
#include <unistd.h>

int f(void) {
  char a = 0, b = 0;
  int one = open("x", O_RDONLY);
  if (one < 0) return -1;
  int other = dup(one);
  long n = read(one, &a, 1) + read(other, &b, 1);
  close(one);
  close(other);
  return (int)n;
}
