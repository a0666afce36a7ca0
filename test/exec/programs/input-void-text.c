// entry: f
// native: replay
// paths: returned 4
// options: --max-string 3
// why: what is given to strcmp is a text: it has an end

#include <string.h>

int f(const void *a) {
  const char *text = a;
  if (strcmp(text, "ab") == 0) return 1;
  return 0;
}
