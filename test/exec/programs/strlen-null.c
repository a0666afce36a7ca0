// entry: f
// paths: memory error: null pointer 1
// place: memory error: null pointer at 10
// why: the error is where strlen is called

#include <string.h>

int f(void) {
  const char *nothing = NULL;
  return (int)strlen(nothing);
}
