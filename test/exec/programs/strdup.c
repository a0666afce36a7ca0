// entry: f
// options: --max-string 2
// paths: returned 3
// why: the copy is as long as the string; one path for each length

#include <stdlib.h>
#include <string.h>

int f(const char *s) {
  char *copy = strdup(s);
  const int same = strcmp(copy, s) == 0;
  free(copy);
  return same;
}
