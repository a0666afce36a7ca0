// entry: f
// options: --stdin 2
// paths: returned 2
// why: the first byte is read twice and is the same
// native: replay
#include <unistd.h>

int f(void) {
  char a = 1, b = 1;
  if (read(0, &a, 1) != 1) return 0;
  lseek(0, 0, SEEK_SET);
  if (read(0, &b, 1) != 1 || a != b) __builtin_trap();
  return 1;
}
