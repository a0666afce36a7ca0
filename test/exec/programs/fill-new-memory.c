// entry: f
// paths: returned 5
// why: memory of as many bytes as are asked for is filled to its end, and the rest of a block behind them: for a few
//   paths, not for one for each length; what it is made larger by was never written

#include <stdlib.h>
#include <string.h>

int f(size_t n, size_t at) {
  if (n < 2 || n > 80 || at >= n) return 0;
  char padded[80], *zeros = malloc(n);
  memset(zeros, 0, n);
  memset(padded, 'x', n);
  memset(padded + n, '-', sizeof padded - n);
  zeros = realloc(zeros, n + 4);
  const int isKept = zeros[at] == 0, isFilled = padded[at] == 'x' && (n == 80 || padded[n] == '-');
  free(zeros);
  return isKept && isFilled && padded[79] == '-' ? 1 : isKept && isFilled ? 2 : 3;
}
