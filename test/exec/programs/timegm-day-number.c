// entry: f
// paths: returned 3
// why: each day of January is 86400 seconds behind the one before
// native: replay
#include <time.h>

int f(unsigned char day) {
  if (day < 1 || day > 31) return -1;
  struct tm t = {.tm_year = 70, .tm_mday = day};
  long seconds = timegm(&t);
  if (seconds != (day - 1) * 86400L) __builtin_trap();
  return 0;
}
