#define _GNU_SOURCE
#include <stdlib.h>

#include "common.h"

int main(void) {
  for (int i = 0; i < 50; ++i) printf("%d\n", rand());
  static const unsigned seeds[] = {0, 1, 2, 42, 0x7fffffff, 0x80000000u, 0xffffffffu};
  for (size_t k = 0; k < sizeof seeds / sizeof *seeds; ++k) {
    unsigned state = seeds[k];
    srand(seeds[k]);
    for (int i = 0; i < 80; ++i) printf("%d %d\n", rand(), rand_r(&state));
    srandom(seeds[k]);
    srand48((long)seeds[k]);
    for (int i = 0; i < 20; ++i) printf("%ld %ld %ld %.17g\n", random(), lrand48(), mrand48(), drand48());
  }
  return 0;
}
