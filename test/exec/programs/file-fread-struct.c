// entry: f
// options: --file image=4
// paths: returned 7
// why: a header is whole, or the file is too short for it: missing, 0 to 3 bytes, or all four
// native: replay
#include <stdio.h>

struct Header {
  unsigned char magic[2];
  unsigned short size;
};

int f(void) {
  struct Header header;
  FILE *in = fopen("image", "rb");
  if (!in) return -1;
  size_t got = fread(&header, sizeof header, 1, in);
  fclose(in);
  if (got != 1) return 0;
  return header.magic[0] == 'B' && header.size < 10 ? 1 : 2;
}
