// entry: f
// options: --file image=3
// paths: returned 5
// why: what ftell says at the end is the size, and so much memory is enough: no file, and one of 0 to 3 bytes
// native: replay
#include <stdio.h>
#include <stdlib.h>

int f(void) {
  FILE *in = fopen("image", "rb");
  if (!in) return -1;
  fseek(in, 0, SEEK_END);
  long size = ftell(in);
  rewind(in);
  char *all = malloc((size_t)size + 1);
  size_t got = fread(all, 1, (size_t)size, in);
  all[got] = 0;
  fclose(in);
  free(all);
  return (int)got;
}
