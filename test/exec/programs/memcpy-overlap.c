// entry: f
// paths: returned 1, memory error: copy between overlapping ranges 1
// why: the ranges overlap unless their distance is four or more; memmove would do

#include <string.h>

int f(int overlaps) {
  char text[8] = "abcdefg";
  memcpy(text + (overlaps ? 2 : 4), text, 4);
  return text[4];
}
