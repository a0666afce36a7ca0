// entry: f
// options: --stdin 3
// paths: returned 5
// why: a line of room for two: no input; one byte; two or three bytes, of which the first is a newline or not
//   (with two or three, the second byte is read only after another one)
// native: replay
#include <stdio.h>

int f(void) {
  char line[3];
  if (!fgets(line, sizeof line, stdin)) return -1;
  return line[0] == '\n' ? 0 : line[1] == 0 ? 1 : 2;
}
