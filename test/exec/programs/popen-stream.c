// entry: f
// options: --max-file 1
// paths: returned 3
// why: a command gives no stream, or one with no byte or one
// native: replay
#include <stdio.h>

int f(void) {
  FILE *in = popen("ls", "r");
  if (!in) return -1;
  int c = fgetc(in);
  pclose(in);
  return c == EOF ? 0 : 1;
}
