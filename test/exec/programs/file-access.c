// entry: f
// options: --max-file 1
// paths: returned 2
// why: access() and fopen() agree
// native: replay
#include <stdio.h>
#include <unistd.h>

int f(void) {
  int there = access("x", F_OK) == 0;
  FILE *in = fopen("x", "r");
  if (there != (in != 0)) __builtin_trap();
  if (in) fclose(in);
  return there;
}
