// entry: f
// paths: returned 2
// why: 20 digits are too many whatever the first is, but for 0

#include <errno.h>
#include <stdlib.h>

int f(unsigned char first) {
  char text[] = "09999999999999999999";
  text[0] = (char)('0' + first % 10);
  errno = 0;
  const long value = strtol(text, NULL, 10);
  return errno == ERANGE ? -1 : value > 0;
}
