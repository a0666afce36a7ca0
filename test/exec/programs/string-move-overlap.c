// entry: f
// paths: returned 1
// why: memmove copies as if by way of another buffer

#include <string.h>

int f(char x) {
  char b[6] = {'a', x, 'c', 'd', 'e', 0};
  memmove(b + 1, b, 4);
  return b[2] == x && b[4] == 'd';
}
