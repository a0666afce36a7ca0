// entry: f
// options: --file image=2
// paths: memory error: out of bounds 2, returned 2
// place: memory error: out of bounds at 19, allocated 17
// why: the NUL has no room when the file is not missing
// native: replay
#include <stdio.h>
#include <stdlib.h>

int f(void) {
  FILE *in = fopen("image", "rb");
  if (!in) return -1;
  fseek(in, 0, SEEK_END);
  long size = ftell(in);
  rewind(in);
  if (size == 0) return 0;
  char *all = malloc((size_t)size);
  size_t got = fread(all, 1, (size_t)size, in);
  all[got] = 0;
  fclose(in);
  free(all);
  return (int)got;
}
