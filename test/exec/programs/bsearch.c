// entry: f
// paths: returned 7
// why: three elements: found at each, or between or beyond them

#include <stdlib.h>

static int compare(const void *left, const void *right) {
  const int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

int f(int key) {
  static const int values[] = {10, 20, 30};
  const int *found = bsearch(&key, values, 3, sizeof *values, compare);
  return found ? (int)(found - values) : -1;
}
