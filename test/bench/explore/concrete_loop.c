// A long loop without input: a generator of numbers, a table of counts, and a branch that goes both ways.
// Inputs: none.
// Paths: 1.
#include "bench.h"

enum { Rounds = 6000000 };

int bench_entry(void) {
  unsigned counts[64], x = 1, odd = 0;
  for (int i = 0; i < 64; i++) counts[i] = 0;
  for (int i = 0; i < Rounds; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    counts[x % 64]++;
    if (x & 0x100) odd += x >> 24;
  }
  for (int i = 0; i < 64; i++) odd = odd * 31 + counts[i];
  return (int)(odd & 0xffffff);
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_RETURN(bench_entry());
}
#endif
