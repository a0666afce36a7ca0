// entry: f
// paths: returned 1
// why: the 31st of a month that has 30 days is the first of the next one
// native: replay
#include <time.h>

int f(_Bool next) {
  struct tm t = {.tm_year = 124, .tm_mon = 3, .tm_mday = next ? 31 : 30};
  if (timegm(&t) == -1) __builtin_trap();
  return t.tm_mon * 100 + t.tm_mday;
}
