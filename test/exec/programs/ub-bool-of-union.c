// entry: f
// paths: returned 2
// fault: bool that is neither true nor false at 13
// native: no: undefined
// why: another member of the union left a byte that no bool has; a bool that was stored as one has none
#include <stdbool.h>

union U {
  unsigned char byte;
  bool truth;
};

static int read(const union U *u) { return u->truth ? 4 : 5; }

int f(unsigned char x, int stored) {
  union U u;
  if (stored) u.truth = x > 3;
  else u.byte = x;
  return stored ? u.truth : read(&u);
}
