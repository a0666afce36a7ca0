// Copies of strings between ranges that overlap, within one buffer and where the input has one object under two names.
// entry: f
#include <string.h>

struct text {
  char *bytes;
};

int f(int way, char *to, const struct text *from, unsigned at) {
  char own[16] = "abcdefg";
  switch (way) {
  case 0: strcpy(own, own + (at & 7)); return own[0];
  case 1: strncpy(own + 1, own + (at & 3), 3); return own[1];
  case 2: strcat(own, own + (at & 7)); return own[7];
  case 3: strncat(own + 1, own + (at & 7), 2); return own[8];
  case 4: memmove(own, own + (at & 7), 3); return own[0];
  default: break;
  }
  if (!to || !from || !from->bytes) return 0;
  to[0] = 0;
  strcpy(to + (at & 3), from->bytes);
  return to[0];
}
