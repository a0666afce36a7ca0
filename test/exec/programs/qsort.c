// entry: f
// paths: returned 6
// why: one path for each order of three numbers: comparing gives -1 or +1 without a branch, and the sort keeps
//   equal ones

#include <stdlib.h>

static int compare(const void *left, const void *right) {
  const int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

int f(int a, int b, int c) {
  int values[] = {a, b, c};
  qsort(values, 3, sizeof *values, compare);
  return values[0] <= values[1] && values[1] <= values[2];
}
