// entry: f
// options: --max-file 1
// paths: returned 2
// shows: file "settings" is missing = 1
// why: the file is there or not; what is in it was not looked at
// native: replay
#include <stdio.h>

int f(void) {
  FILE *in = fopen("settings", "r");
  if (!in) return 0;
  fclose(in);
  return 1;
}
