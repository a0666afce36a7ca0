// entry: f
// options: --max-steps 10000
// native: no: what stands in the pointer then is an address of the engine's
// paths: returned 2
// why: an index behind the array writes into the pointer; nothing is left out

#include <stddef.h>

struct record {
  unsigned char bytes[4];
  int count;
  int *place;
};

int f(unsigned at) {
  struct record r = {{0}, 0, NULL};
  int n = 5;
  r.place = &n;
  if (at >= 8) return 0;
  r.bytes[at] = 3; // also the count
  return *r.place + (r.count != 0);
}
