// entry: f
// paths: returned 2, memory error: out of bounds 1
// why: four bytes are asked for of an array of two

#include <string.h>

int f(int a, int b) {
  const char bytes[2] = {(char)a, (char)b};
  const char *at = memchr(bytes, 'x', 4);
  return (int)(at - bytes);
}
