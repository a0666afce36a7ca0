// entry: f
// options: --length from=n
// native: replay
// paths: returned 4
// why: memory of as many bytes as are asked for is filled to its end, and copied to: for one path each, not one for
//   each length

#include <stdlib.h>
#include <string.h>

int f(const char *from, size_t n, size_t at) {
  if (n < 2 || n > 900 || at >= n) return 0;
  char *zeros = malloc(n), *copied = malloc(n + 1);
  if (!zeros || !copied) return 1;
  memset(zeros, 0, n);
  copied[0] = '>';
  memcpy(copied + 1, from, n);
  const int same = zeros[at] == 0 && copied[at + 1] == from[at];
  const int isText = copied[n] == 'x';
  free(zeros);
  free(copied);
  return !same ? 2 : isText ? 3 : 4;
}
