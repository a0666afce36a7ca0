// entry: f
// options: --file conf=3
// paths: returned 16
// why: the one setting is found when the file starts with its letter and an equals sign
// native: replay
#include <stdio.h>

int f(void) {
  char line[8];
  FILE *in = fopen("conf", "r");
  if (!in) return -1;
  int value = 0;
  if (fgets(line, sizeof line, in) && line[0] == 'v' && line[1] == '=') value = line[2];
  fclose(in);
  return value == '1' ? 1 : 0;
}
