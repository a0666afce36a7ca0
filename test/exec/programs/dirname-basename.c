// entry: f
// options: --max-string 2
// paths: returned 7
// why: a path of two characters: where slashes stand decides
// native: replay
#include <libgen.h>
#include <string.h>

int f(char a, char b) {
  char path[] = {a, b, 0};
  return (int)strlen(dirname(path));
}
