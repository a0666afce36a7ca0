// entry: f
// paths: memory error: out of bounds 1
// place: memory error: out of bounds at 10, allocated 9
// why: what a function of the library allocates is allocated where the program calls it

#include <string.h>

int f(void) {
  char *copy = strdup("abc");
  return copy[4];
}
