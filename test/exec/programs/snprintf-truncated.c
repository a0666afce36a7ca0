// entry: f
// paths: returned 3
// why: what does not fit is counted but not written

#include <stdio.h>
#include <string.h>

int f(unsigned char n) {
  char text[4];
  const int length = snprintf(text, sizeof text, "%d!!", n);
  return length * 10 + (int)strlen(text);
}
