// entry: f
// options: --stdin 4
// paths: memory error: out of bounds 3, returned 6
// why: three characters and the NUL have no room in three bytes
// native: replay
#include <stdio.h>

int f(void) {
  char line[3];
  int n = 0;
  for (int c; (c = getchar()) != EOF && c != '\n';) line[n++] = (char)c;
  line[n] = 0;
  return n;
}
