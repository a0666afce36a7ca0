// entry: f
// paths: returned 1, unsupported 1
// place: unsupported at 11
// detail: a call of fopen, whose code is not known
// why: what the library lacks ends the path by name; the others go on

#include <stdio.h>

int f(int reads) {
  if (!reads) return 0;
  FILE *file = fopen("name", "r");
  return file != NULL;
}
