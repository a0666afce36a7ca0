// entry: f
// paths: returned 4
// why: hours of one digit get a zero in front, or a space
// native: replay
#include <string.h>
#include <time.h>

int f(unsigned char hour) {
  struct tm t = {.tm_hour = hour % 24};
  char text[16];
  strftime(text, sizeof text, "%H%k", &t);
  return text[0] == '0' && text[2] != ' ';
}
