// entry: f
// options: --max-file 2
// paths: returned 3
// shows: in.contents = "\x00\x00"
// why: the stream that the entry gets has 0 to 2 bytes
// native: replay
#include <stdio.h>

int f(FILE *in) {
  int n = 0;
  while (fgetc(in) != EOF) n++;
  return n;
}
