// entry: f
// paths: returned 1
// why: a text in base 16 with its prefix

#include <stdlib.h>

unsigned long f(unsigned char x) {
  char text[8] = "0x0";
  text[2] = "0123456789abcdef"[x & 0];
  char *end;
  return strtoul(text, &end, 0) + (unsigned long)(end - text);
}
