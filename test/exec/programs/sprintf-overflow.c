// entry: f
// paths: returned 2, memory error: out of bounds 1
// why: three digits and the NUL do not fit into three bytes

#include <stdio.h>

int f(unsigned char n) {
  char text[3];
  sprintf(text, "%d", n);
  return text[0];
}
