// entry: f
// paths: returned 1, unsupported 1
// place: unsupported at 12
// detail: a call of getwc, whose code is not known
// why: what the library lacks ends the path by name; the others go on

#include <stdio.h>
#include <wchar.h>

int f(int reads) {
  if (!reads) return 0;
  return (int)getwc(stdin);
}
