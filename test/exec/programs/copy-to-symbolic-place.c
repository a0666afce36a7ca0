// entry: f
// options: --length more=n
// paths: returned 4
// why: text is put behind what a buffer has, at one of 900 places that nobody tells apart, with pointers on either side:
//   one path where it is too long, one where it does not fit, one where there is none of it, and one more

#include <stdlib.h>
#include <string.h>

struct text {
  struct text *next; // a pointer on either side of the bytes
  char bytes[900];
  struct text *last;
};

int f(unsigned used, const char *more, unsigned n) {
  struct text t;
  if (n > 8 || used > sizeof t.bytes - n) return 0;
  memset(&t, 0, sizeof t);
  t.next = t.last = &t;
  memcpy(t.bytes + used, more, n);
  if (n == 0) return 1;
  if (t.next != &t || t.last != &t) return 2;
  if (t.bytes[used + n - 1] != more[n - 1]) return 3;
  return t.bytes[used] == 'x' ? 4 : 5;
}
