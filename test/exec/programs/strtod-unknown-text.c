// entry: f
// paths: returned 13, bound reached 3
// cut: reading other floating-point numbers than a few of each length, which are tried
// why: of text that is not known a few numbers of each length are read; all others are left out, and that is said

#include <stdlib.h>

int f(char first, char second) {
  char text[] = {first, second, 0};
  char* end;
  double x = strtod(text, &end);
  return (int)(x * 4) * 16 + (int)(end - text);
}
