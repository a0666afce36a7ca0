// entry: f
// options: --max-file 1
// paths: returned 2
// why: errno says why, and perror writes it
// native: replay
#include <errno.h>
#include <stdio.h>

int f(void) {
  FILE *in = fopen("settings", "r");
  if (in) {
    fclose(in);
    return 0;
  }
  if (errno != ENOENT) __builtin_trap();
  perror("settings");
  return 1;
}
