// entry: f
// options: --stdin 1
// paths: returned 3
// why: getline makes a new line where the size says that there is none, and leaves the old one alone, which may be
//   freed
// native: replay
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int f(void) {
  char *old = malloc(4);
  if (!old) return -2;
  char *line = old;
  size_t size = 0;
  long n = getline(&line, &size, stdin);
  int result = (n < 0 ? -1 : line[n - 1] == '\n' ? (int)n : 10 + (int)n) + (line == old ? 100 : 0);
  free(old);
  free(line);
  return result;
}
