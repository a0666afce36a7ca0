// Fifteen branches, none of which depends on another: 2^15 paths, and no question that is hard.
// Inputs: global input.
// Paths: 32768.
#include "bench.h"

int input[15];

int bench_entry(void) {
  int set = 0;
  for (unsigned i = 0; i < 15; i++)
    if (input[i] > 100) set |= 1 << i;
  return set;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(input);
  BENCH_RETURN(bench_entry());
}
#endif
