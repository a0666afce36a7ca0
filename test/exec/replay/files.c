// Files, standard input and the environment, which the drivers have, too.
// entry: look
// shows: stdin
#include <stdio.h>
#include <stdlib.h>

int look(int which) {
  if (which == 0) return getchar();
  if (which == 1) return getenv("HOME") ? getenv("HOME")[0] : -1;
  FILE* in = fopen("some/file", "r");
  if (!in) return -2;
  int c = fgetc(in);
  fclose(in);
  return c;
}
