// entry: f
// options: --max-string 2
// paths: returned 3
// why: what the program sets, it gets; setenv without replacing keeps what is there
// native: replay
#include <stdlib.h>
#include <string.h>

int f(void) {
  setenv("BEAGLE_TEST", "1", 0);
  const char *text = getenv("BEAGLE_TEST");
  return strcmp(text, "1") == 0;
}
