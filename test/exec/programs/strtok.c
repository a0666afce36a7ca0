// entry: f
// options: --max-string 2
// paths: returned 7
// why: two characters, each a comma, the NUL or another: nothing is behind a NUL

#include <string.h>

int f(const char *s) {
  char text[3];
  strcpy(text, s);
  int count = 0;
  for (char *token = strtok(text, ","); token; token = strtok(NULL, ",")) ++count;
  return count;
}
