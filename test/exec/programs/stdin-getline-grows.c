// entry: f
// options: --stdin 2
// paths: returned 5
// why: getline makes room itself, and says how long the line is: no line; one of 1 or 2 characters, with or
//   without a newline
// native: replay
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int f(void) {
  char *line = 0;
  size_t size = 0;
  long n = getline(&line, &size, stdin);
  int result = n < 0 ? -1 : line[n - 1] == '\n' ? (int)n : 10 + (int)n;
  free(line);
  return result;
}
