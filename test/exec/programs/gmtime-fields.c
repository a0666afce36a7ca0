// entry: f
// paths: returned 2
// why: every moment of the first two days: the day of the month says which
// native: replay
#include <time.h>

int f(unsigned short minutes) {
  if (minutes >= 2880) return -1;
  time_t t = minutes * 60;
  struct tm parts;
  gmtime_r(&t, &parts);
  return parts.tm_mday;
}
