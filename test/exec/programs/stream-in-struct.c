// entry: f
// options: --max-file 1
// paths: returned 3
// why: a stream behind a pointer in a structure, which may be null
// native: replay
#include <stdio.h>

struct Source {
  FILE *file;
  int count;
};

int f(struct Source *source) {
  if (!source->file) return -1;
  while (fgetc(source->file) != EOF) source->count = 5;
  return 0;
}
