// entry: f
// paths: returned 6
// why: of up to 700 bytes, some are filled: which they are is a condition of each byte, not a path for each length

#include <string.h>

char line[700];

int f(unsigned n, unsigned at) {
  if (n > sizeof line || at >= sizeof line) return 0;
  memset(line, '-', sizeof line);
  memset(line, '=', n);
  if (line[at] == '=') return at < n ? 1 : 2;
  return at < n ? 3 : 4;
}
