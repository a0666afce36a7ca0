// entry: f
// paths: assertion failed 1, returned 1
// detail: value != 42
// why: with the text of the assertion

#include <assert.h>

int f(int value) {
  assert(value != 42);
  return value;
}
